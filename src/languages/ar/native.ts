/**
 * The page that asks whether an app may sign in, in Arabic.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "هل تريد تسجيل الدخول إلى {client}؟",
  unnamed: "هل تريد تسجيل الدخول إلى هذا التطبيق؟",
  text: "تابع فقط إذا بدأت هذا بنفسك في التطبيق. سيتمكن التطبيق بعد ذلك من التصرف نيابةً عنك.",
  account: "حسابك",
  target: "التطبيق الذي سيُفتح بعد ذلك",
  local: "تطبيق على هذا الكمبيوتر",
  submit: "متابعة",
  cancel: "إلغاء",
  another: "استخدام حساب آخر",
};
