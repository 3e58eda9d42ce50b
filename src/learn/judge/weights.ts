/** The judge's weights, made by `node bench/fit-judge.ts --write`; do not edit. See docs/adr/0060. */

/** `intercept + Σ weight · feature ≥ 0` means the same capability. */
export interface JudgeModel {
  intercept: number;
  weights: Record<string, number>;
}

export const FACE_MODEL: JudgeModel = {
  "intercept": -8.145,
  "weights": {
    "wording": 4.973,
    "description": 3.115,
    "covered": 5.695,
    "nameCovered": 3.73,
    "jobs": 0.405,
    "deliverables": -0.077,
    "languageClash": -3.635,
    "toolClash": -0.148
  }
};

export const WHOLE_MODEL: JudgeModel = {
  "intercept": -15.868,
  "weights": {
    "wording": 1.695,
    "description": -0.576,
    "covered": 0.681,
    "nameCovered": 0.495,
    "jobs": 0.754,
    "deliverables": 0.056,
    "languageClash": -2.867,
    "toolClash": -0.457,
    "bodyWording": 2.768,
    "body": 17.651,
    "triggersCovered": 3.872
  }
};
