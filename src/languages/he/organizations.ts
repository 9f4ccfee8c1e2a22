/**
 * Pages of organizations, and emails about them, in Hebrew.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "הארגונים שלך",
  row: {
    heading: "ארגונים",
    none: "החשבון שלך לא שייך לאף ארגון.",
    open: "ניהול ארגונים",
  },
  owner: "בעלים",
  none: "החשבון שלך לא שייך לאף ארגון. כדי להצטרף, יש לפתוח את הקישור שבהזמנה.",
  since: "חברות מאז {date}",
  create: {
    heading: "יצירת ארגון",
    name: "שם",
    slug: "השם בכתובות אינטרנט",
    rules: "1 עד 63 אותיות קטנות באנגלית, ספרות ומקפים. המקף לא יכול להיות בהתחלה או בסוף.",
    submit: "יצירת הארגון",
  },
  members: {
    heading: "חברים",
    you: "זה החשבון שלך",
    managed: "בניהול של ספרייה",
    more: "חברים נוספים",
    first: "החברים הראשונים",
    settings: "הגדרות",
    leave: "יציאה מהארגון",
  },
  member: {
    role: "תפקיד",
    removeText: "מי שמוסר לא יוכל עוד לפתוח את מה ששייך לארגון.",
    remove: "הסרה מהארגון",
    transfer: "העברת הבעלות לחבר זה",
  },
  invitations: {
    heading: "הזמנות",
    invite: "הזמנה באימייל",
    submit: "שליחת ההזמנה",
    until: "בתוקף עד {date}",
    cancel: "ביטול",
    cancelOf: "ביטול: ההזמנה אל {email}",
  },
  leave: {
    heading: "לצאת מ־{organization}?",
    text: "לא תהיה לך עוד גישה למה ששייך לארגון. כדי לחזור נדרשת הזמנה.",
    submit: "יציאה מהארגון",
  },
  settings: {
    title: "ההגדרות של {organization}",
    back: "חזרה אל {organization}",
    nameTitle: "שינוי השם",
    slugTitle: "שינוי השם בכתובות אינטרנט",
    slugText: "קישורים עם השם הנוכחי יפסיקו לפעול.",
    policy: "כללי כניסה",
    policyNone: "החברים רשאים להיכנס בכל דרך.",
    demands: {
      methods: "דרכי אימות: {list}",
      providers: "כניסה באמצעות: {list}",
      domains: "כתובות אימייל בדומיין: {list}",
      proofMaxAge: "אימות חוזר לאחר: {time}",
      sessionMaxAge: "כניסה חוזרת לאחר: {time}",
    },
  },
  transfer: {
    heading: "להעביר את הבעלות?",
    text: "הבעלים החדשים יוכלו לעשות הכול ב־{organization}, וגם להסיר אותך. אי אפשר לבטל זאת לבד.",
    member: "הבעלים החדשים",
    becomes: "התפקיד שלך מאותו רגע",
    submit: "העברת הבעלות",
    none: "אין חברים אחרים. קודם יש להזמין מישהו.",
  },
  delete: {
    heading: "מחיקת {organization}",
    text: "אי אפשר לבטל זאת. הארגון יימחק מיד, יחד עם:",
    gone: {
      members: "כל החברויות, גם שלך",
      invitations: "כל ההזמנות",
      slug: "השם שלו בכתובות אינטרנט, שיהיה פנוי לאחרים",
    },
    row: "מחיקה של הארגון",
    submit: "מחיקת הארגון לצמיתות",
  },
  invitation: {
    heading: "להצטרף אל {organization}?",
    text: "הוזמנת על ידי {inviter} להצטרף לארגון.",
    textOfApp: "הוזמנת להצטרף לארגון.",
    role: "התפקיד שלך",
    address: "הכתובת המוזמנת",
    accept: "קבלת ההזמנה",
    signIn: "יש להיכנס עם הכתובת המוזמנת. אחר כך אפשר לקבל את ההזמנה.",
    another: "נכנסת בתור {account}. רק הכתובת המוזמנת יכולה לקבל: יש לצאת ולהיכנס איתה.",
    unproven: "הכתובת המוזמנת לא אושרה בחשבון שלך. יש לאשר אותה ולפתוח שוב את הקישור.",
    ended: "ההזמנה כבר לא בתוקף",
    endedText: "היא נוצלה או בוטלה, או שפג תוקפה. אפשר לבקש מהארגון הזמנה חדשה.",
  },
  done: {
    created: "הארגון נוצר.",
    updated: "השינוי נשמר.",
    invited: "ההזמנה נשלחה.",
    cancelled: "ההזמנה בוטלה.",
    role: "התפקיד שונה.",
    removed: "החבר הוסר.",
    left: "יצאת מהארגון.",
    joined: "הצטרפת לארגון.",
    transferred: "הבעלות הועברה.",
    deleted: "הארגון נמחק.",
  },
  refused: "אי אפשר לפתוח כרגע את הארגון",
  reasons: {
    "domain-not-allowed": "כתובת האימייל שלך אינה מכתובות הארגון.",
    forbidden: "התפקיד שלך לא מאפשר זאת.",
    "invitation-expired": "ההזמנה כבר לא בתוקף.",
    "invitation-other-address": "ההזמנה מיועדת לכתובת אימייל אחרת.",
    "inviter-lost-right": "מי שהזמין אותך כבר לא רשאי לעשות זאת. יש לבקש הזמנה חדשה.",
    "last-owner": "לארגון נדרשים בעלים. קודם יש להעביר את הבעלות.",
    "not-member": "החבר הזה כבר לא קיים.",
    "proof-too-weak": "קודם יש לאמת את זהותך.",
    "provider-required": "יש להשתמש בכניסה של הארגון שלך.",
    "role-beyond-own": "התפקיד שלך לא מאפשר לתת או לקחת את התפקיד הזה.",
    "session-too-old": "יש להיכנס שוב.",
    "slug-taken": "לארגון אחר יש השם הזה בכתובות אינטרנט. יש לבחור שם אחר.",
    "too-many": "יותר מדי פעמים. אפשר לנסות שוב מאוחר יותר.",
  },
  faults: {
    email: "יש להזין כתובת אימייל.",
    slug: "השם הזה לא מתאים לכתובות אינטרנט.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "הצטרפת אל {organization}",
    text: "התפקיד שלך: {role}.",
    advice: "אם הארגון לא מוכר לך, אפשר לצאת ממנו.",
    button: "פתיחת הארגון",
  },
  deleted: {
    subject: "הארגון {organization} נמחק",
    text: "החברות שלך הסתיימה, וההזמנות שלך אליו כבר לא בתוקף.",
    advice: "לשאלות אפשר לפנות לבעלים האחרים של הארגון.",
    button: "הארגונים שלך",
  },
  invitation: {
    subject: "הזמנה אל {organization}",
    text: "התפקיד שלך יהיה: {role}. ההזמנה מיועדת לכתובת זו ותסתיים בעוד 7 ימים.",
    advice: "אם הארגון לא מוכר לך, אפשר להתעלם מהאימייל הזה.",
    button: "צפייה בהזמנה",
  },
  "ownership-moved": {
    subject: "לארגון {organization} יש בעלים אחרים",
    text: "התפקיד שלך עכשיו: {role}.",
    advice: "לשאלות אפשר לפנות לבעלים של הארגון.",
    button: "פתיחת הארגון",
  },
  removed: {
    subject: "החברות שלך בארגון {organization} הסתיימה",
    text: "אי אפשר עוד לפתוח את מה ששייך אליו.",
    advice: "לשאלות אפשר לפנות לבעלים של הארגון.",
    button: "הארגונים שלך",
  },
  "role-changed": {
    subject: "התפקיד שלך בארגון {organization} השתנה",
    text: "עכשיו הוא: {role}.",
    advice: "לשאלות אפשר לפנות לבעלים של הארגון.",
    button: "פתיחת הארגון",
  },
};
