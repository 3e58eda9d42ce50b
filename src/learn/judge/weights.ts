/** The judge's weights, made by `node bench/fit-judge.ts --write`; do not edit. See docs/adr/0060. */

/** `intercept + Σ weight · feature ≥ 0` means the same capability. */
export interface JudgeModel {
  intercept: number;
  weights: Record<string, number>;
}

export const FACE_MODEL: JudgeModel = {
  "intercept": -8.587,
  "weights": {
    "wording": 4.011,
    "description": 1.912,
    "covered": 7.084,
    "nameCovered": 4.146,
    "jobs": 0.328,
    "deliverables": -0.014,
    "languageClash": -4.29,
    "toolClash": -0.398
  }
};

export const WHOLE_MODEL: JudgeModel = {
  "intercept": -18.408,
  "weights": {
    "wording": 1.449,
    "description": -0.45,
    "covered": 0.429,
    "nameCovered": 1.117,
    "jobs": 0.669,
    "deliverables": -0.038,
    "languageClash": -7.381,
    "toolClash": -0.145,
    "bodyWording": 5.093,
    "body": 19.1,
    "triggersCovered": 3.166
  }
};
