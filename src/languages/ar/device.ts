/**
 * The page on which users type the code of another device, in Arabic.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "توصيل جهاز",
    text: "أدخِل الرمز الذي يعرضه جهازك.",
    label: "الرمز",
    submit: "متابعة",
    unknown: "هذا الرمز غير صالح أو انتهت صلاحيته. تحقّق منه، أو اطلب رمزًا جديدًا على جهازك.",
  },
  ask: {
    text:
      "اسمح بذلك فقط إذا كان جهازك يعرض هذا الرمز الآن وكنت قد بدأت ذلك بنفسك. إذا أرسل إليك شخص ما هذا الرمز، فارفض.",
    code: "الرمز على جهازك",
    device: "الجهاز",
    place: "مكان الجهاز",
    stranger: "اختار هذا التطبيق اسمه بنفسه، ولم يتم التحقق منه.",
  },
  allowed: {
    heading: "تم توصيل جهازك",
    text: "يمكنك العودة إليه الآن.",
  },
  denied: {
    heading: "تم رفض الوصول",
    text: "لن يحصل الجهاز على حق الوصول إلى حسابك.",
  },
};
