/**
 * Pages of an authorization server, in Hebrew.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "לתת גישה אל {client}?",
    text: "יש לאשר רק אם התחלת זאת באפליקציה בעצמך.",
    account: "החשבון שלך",
    target: "לאחר מכן הדפדפן יחזור אל",
    access: "האפליקציה תוכל לבצע את אלה",
    own: "מידע עליך",
    scopes: {
      openid: "לראות שהכניסה היא שלך",
      profile: "לראות את השם והתמונה שלך",
      email: "לראות את כתובת הדוא״ל שלך",
      offline_access: "לשמור על הגישה גם בהיעדרך",
    },
    organization: "בארגון הזה",
    stranger: "האפליקציה הזו בחרה את שמה בעצמה, והוא לא נבדק. המידע שתקבל יישלח אל {target}.",
    loopback: "התשובה נשלחת לתוכנה במכשיר הזה. כל תוכנה יכולה לקרוא לעצמה בשם הזה.",
    allow: "אישור",
    deny: "דחייה",
    another: "שימוש בחשבון אחר",
  },
  apps: {
    title: "אפליקציות עם גישה",
    text: "נתת לאפליקציות האלה גישה לחשבון שלך. אפשר לסיים אותה בכל עת.",
    row: {
      heading: "אפליקציות עם גישה",
      none: "לאף אפליקציה אין גישה לחשבון שלך.",
      open: "ניהול אפליקציות",
    },
    given: "גישה מאז {date}",
    used: "שימוש אחרון ב-{date}",
    neverUsed: "עדיין לא היה שימוש",
    end: {
      act: "סיום הגישה",
      actOf: "סיום הגישה: {client}",
      heading: "לסיים את הגישה של {client}?",
      text: "האפליקציה לא תוכל עוד לפעול בשמך. כדי להשתמש בה שוב, יש לתת לה גישה מחדש.",
      submit: "סיום הגישה",
    },
    ended: "לאפליקציה אין עוד גישה.",
    unknown: "לאפליקציה הזו אין עוד גישה.",
  },
};
