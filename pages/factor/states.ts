/**
 * The pages of two-step verification in every state that looks different.
 *
 * @module
 */

import { factorPart, factorsPart } from "./mod.ts";
import type { FactorProps, ShownFactor } from "./step.ts";
import type { FactorsProps } from "./factors_step.ts";
import { AT, EMAIL, shown, URLS } from "../../src/tools/gallery/sample.ts";

const FACTORS: readonly ShownFactor[] = [
  { id: "totp", name: "", isTyped: true },
  { id: "passkey", name: "", isTyped: false },
  { id: "mail", name: "", isTyped: true, isSent: true },
  { id: "recovery", name: "", isTyped: true, isBackup: true },
];
const OTHERS = FACTORS.map((factor) => ({ ...factor, url: `/auth/factor?id=${factor.id}` }));

const enrolment = (index: number, name?: string) => ({
  id: `enrolment-${index}`,
  name,
  label: undefined,
  factor: FACTORS[index]!,
  createdAt: AT,
  usedAt: index === 0 ? AT : undefined,
  left: index === 3 ? 2 : undefined,
  hasFewLeft: index === 3,
  url: `/auth/factors?id=${index}`,
});

/** The second step of a sign-in. */
export const factor = shown<FactorProps>(factorPart, {
  factor: {
    ...URLS,
    step: "prove",
    factor: FACTORS[0]!,
    fields: { factor: "totp" },
    isWrong: true,
    isSent: false,
    trustSeconds: 30 * 24 * 60 * 60,
    account: EMAIL,
    others: OTHERS.slice(1),
  },
  "factor-mail": {
    ...URLS,
    step: "prove",
    factor: FACTORS[2]!,
    fields: { factor: "mail" },
    isWrong: false,
    isSent: true,
    target: "a•••@example.com",
    others: [],
  },
  "factor-choose": {
    ...URLS,
    step: "choose",
    factors: FACTORS,
    fields: { step: "enrol" },
    walk: { at: 1, steps: 3 },
  },
  "factor-confirm": {
    ...URLS,
    step: "confirm",
    factor: FACTORS[0]!,
    fields: { factor: "totp", step: "confirm", state: "state-1" },
    walk: { at: 2, steps: 3 },
    hasOthers: true,
    isWrong: false,
    secret: "7JBS2Y3DPEHPK3PX7JBS2Y3DPEHPK3PX",
    uri: "otpauth://totp/App:ada?secret=7JBS2Y3DPEHPK3PX&issuer=App",
  },
});

/** The methods of an account. */
export const factors = shown<FactorsProps>(factorsPart, {
  factors: {
    ...URLS,
    step: "list",
    enrolments: [enrolment(0, "Pixel 9"), enrolment(1), enrolment(3)],
    addable: FACTORS,
    fields: { step: "enrol" },
    proofUrl: undefined,
    isProtected: true,
    walk: { at: 1, steps: 3 },
    done: "added",
    added: FACTORS[0],
    resetAt: AT,
  },
  "factors-one": {
    ...URLS,
    step: "one",
    enrolment: enrolment(3, "Paper"),
    canReplace: true,
    asks: false,
    removeUrl: "/auth/factors?id=1&step=remove",
    typed: undefined,
    error: "locked-out",
    listed: "/auth/factors",
  },
  "factors-remove": {
    ...URLS,
    step: "one",
    enrolment: enrolment(3, "Paper"),
    canReplace: true,
    asks: true,
    removeUrl: "/auth/factors?id=1&step=remove",
    typed: undefined,
    error: undefined,
    listed: "/auth/factors",
  },
  "factors-codes": {
    ...URLS,
    step: "codes",
    codes: ["7ABC-DEFG-HJKL-MNPQ", "2KLM-NPQR-STUV-WXYZ"],
    walk: { at: 3, steps: 3 },
    account: EMAIL,
    fields: {},
    madeAt: AT,
  },
});
