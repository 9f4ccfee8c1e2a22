/**
 * The page that asks whether an app may sign in, in Hebrew.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "להיכנס אל {client}?",
  unnamed: "להיכנס לאפליקציה הזו?",
  text: "יש להמשיך רק אם התחלת את הכניסה באפליקציה בעצמך. לאחר מכן היא תוכל לפעול בשמך.",
  account: "החשבון שלך",
  target: "האפליקציה שתיפתח לאחר מכן",
  local: "אפליקציה במחשב הזה",
  submit: "המשך",
  cancel: "ביטול",
  another: "שימוש בחשבון אחר",
};
