/** The judge's weights, made by `node bench/fit-judge.ts --write`; do not edit. See docs/adr/0060. */

/** `intercept + Σ weight · feature ≥ 0` means the same capability. */
export interface JudgeModel {
  intercept: number;
  weights: Record<string, number>;
}

export const FACE_MODEL: JudgeModel = {
  intercept: -8.69,
  weights: {
    wording: 4.9,
    description: 0.66,
    covered: 7.7,
    nameCovered: 4.02,
    jobs: 0.43,
    deliverables: -0.04,
    languageClash: -4.66,
    toolClash: -0.18,
  },
};

export const WHOLE_MODEL: JudgeModel = {
  intercept: -18.14,
  weights: {
    wording: 2.6,
    description: -1.71,
    covered: 0.76,
    nameCovered: 0.94,
    jobs: 0.71,
    deliverables: -0.03,
    languageClash: -8.05,
    toolClash: -0.08,
    bodyWording: 4.23,
    body: 19.64,
    triggersCovered: 3.23,
  },
};
