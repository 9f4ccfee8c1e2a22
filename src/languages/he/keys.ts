/**
 * Pages of API keys, in Hebrew.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
export const keys: Texts["keys"] = {
  title: "מפתחות ה-API שלך",
  text: "תוכנה שיש לה מפתח יכולה לפעול בשמך. מומלץ לתת לכל תוכנה מפתח משלה.",
  row: {
    heading: "מפתחות API",
    none: "אין לך מפתחות API.",
    open: "ניהול מפתחות API",
  },
  created: "נוצר ב-{date}",
  used: "שימוש אחרון ב-{date}",
  neverUsed: "עדיין לא היה בשימוש",
  expires: "בתוקף עד {date}",
  endless: "ללא תאריך תפוגה",
  replaced: "הוחלף, עדיין בתוקף עד {date}",
  all: "כל מה שמותר לך",
  create: {
    heading: "יצירת מפתח",
    name: "שם",
    scopes: "מה מותר למפתח",
    days: "מספר ימי התוקף",
    submit: "יצירת המפתח",
  },
  made: {
    heading: "המפתח החדש שלך",
    text: "יש להעתיק אותו עכשיו ולשמור אותו במקום בטוח. הוא לא יוצג שוב.",
    key: "מפתח API",
    done: "סיום",
  },
  rotate: {
    act: "החלפה",
    actOf: "החלפה: {name}",
    heading: "להחליף את {name}?",
    text: "נוצר מפתח חדש עם אותן הרשאות. המפתח הנוכחי בתוקף עד {date}.",
    submit: "יצירת המפתח החדש",
  },
  revoke: {
    act: "ביטול המפתח",
    actOf: "ביטול המפתח: {name}",
    heading: "לבטל את {name}?",
    text: "תוכנות שהמפתח הזה בידיהן לא יוכלו עוד לפעול בשמך. אי אפשר לשחזר זאת.",
    submit: "ביטול המפתח",
  },
  done: {
    made: "המפתח נוצר. הוא הוצג פעם אחת; אם הוא לא הועתק, יש להחליף אותו.",
    revoked: "המפתח בוטל.",
  },
  reasons: {
    forbidden: "לא כל זה מותר לחשבון שלך.",
    rotated: "המפתח הזה כבר הוחלף.",
    "too-many": "יש לך יותר מדי מפתחות. יש לבטל מפתח שאין בו צורך.",
    unknown: "המפתח הזה כבר לא קיים.",
  },
  faults: {
    scopes: "יש לבחור מה מותר למפתח.",
    expiresIn: "יש להזין מספר ימים מ-1 עד 3650.",
  },
};

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "מפתחות ה-API של {organization}",
  text: "תוכנה שיש לה מפתח יכולה לפעול בשם הארגון. המפתחות נשארים גם כשמי שיצר אותם עוזב.",
  none: "לארגון אין מפתחות API.",
  all: "כל מה שמותר לארגון",
  allOfService: "כל מה שמותר לשירות",
  service: "שירות: {name}",
  services: {
    heading: "שירותים",
    text: "שירות הוא תוכנה של הארגון, למשל שרת בנייה. למפתחות שלו מותר רק מה שמותר לשירות.",
    add: "יצירת שירות",
    created: "נוצר ב-{date}",
  },
  create: {
    heading: "יצירת שירות",
    scopes: "מה מותר לשירות",
    submit: "יצירת השירות",
  },
  key: {
    act: "יצירת מפתח",
    actOf: "יצירת מפתח: {name}",
    heading: "יצירת מפתח עבור {name}",
  },
  delete: {
    act: "מחיקה",
    actOf: "מחיקה: {name}",
    heading: "למחוק את {name}?",
    text: "כל המפתחות של השירות יבוטלו יחד איתו. אי אפשר לשחזר זאת.",
    submit: "מחיקת השירות",
  },
  revoke: "תוכנות שהמפתח הזה בידיהן לא יוכלו עוד לפעול בשם הארגון. אי אפשר לשחזר זאת.",
  done: {
    service: "השירות נוצר. עדיין אין לו מפתחות.",
    "service-deleted": "השירות נמחק עם המפתחות שלו.",
  },
  reasons: {
    "too-many": "לארגון יש יותר מדי מפתחות או שירותים. יש להסיר את מה שאין בו צורך.",
    unknown: "המפתח או השירות הזה כבר לא קיים.",
  },
  scopes: "יש לבחור מה מותר לשירות.",
};
