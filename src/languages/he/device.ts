/**
 * The page on which users type the code of another device, in Hebrew.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "חיבור מכשיר",
    text: "יש להזין את הקוד שמוצג במכשיר שלך.",
    label: "קוד",
    submit: "המשך",
    unknown: "הקוד אינו תקף, או שפג תוקפו. יש לבדוק אותו, או לבקש קוד חדש במכשיר.",
  },
  ask: {
    text:
      "יש לאשר רק אם המכשיר שלך מציג את הקוד הזה עכשיו והתחלת זאת בעצמך. אם מישהו שלח לך את הקוד, יש לסרב.",
    code: "הקוד במכשיר שלך",
    device: "מכשיר",
    place: "מיקום המכשיר",
    stranger: "האפליקציה הזו בחרה את שמה בעצמה, והוא לא נבדק.",
  },
  allowed: {
    heading: "המכשיר שלך מחובר",
    text: "אפשר לחזור אליו עכשיו.",
  },
  denied: {
    heading: "הגישה נדחתה",
    text: "המכשיר לא מקבל גישה לחשבון שלך.",
  },
};
