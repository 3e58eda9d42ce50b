/** The judge's weights, made by `node bench/fit-judge.ts --write`; do not edit. See docs/adr/0060. */

/** `intercept + Σ weight · feature ≥ 0` means the same capability. */
export interface JudgeModel {
  intercept: number;
  weights: Record<string, number>;
}

export const FACE_MODEL: JudgeModel = {
  "intercept": -8.694,
  "weights": {
    "wording": 4.901,
    "description": 0.661,
    "covered": 7.703,
    "nameCovered": 4.024,
    "jobs": 0.434,
    "deliverables": -0.045,
    "languageClash": -4.657,
    "toolClash": -0.184
  }
};

export const WHOLE_MODEL: JudgeModel = {
  "intercept": -18.136,
  "weights": {
    "wording": 2.599,
    "description": -1.706,
    "covered": 0.762,
    "nameCovered": 0.944,
    "jobs": 0.714,
    "deliverables": -0.027,
    "languageClash": -8.053,
    "toolClash": -0.083,
    "bodyWording": 4.231,
    "body": 19.644,
    "triggersCovered": 3.233
  }
};
