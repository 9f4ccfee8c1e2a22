/**
 * Pages of organizations, and emails about them, in Arabic.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "مؤسساتك",
  row: {
    heading: "المؤسسات",
    none: "لا تنتمي إلى أي مؤسسة.",
    open: "إدارة المؤسسات",
  },
  owner: "المالك",
  none: "لا تنتمي إلى أي مؤسسة. للانضمام إلى إحداها، افتح الرابط الموجود في الدعوة التي تصلك.",
  since: "عضو منذ {date}",
  create: {
    heading: "إنشاء مؤسسة",
    name: "الاسم",
    slug: "الاسم في عناوين الويب",
    rules:
      "من 1 إلى 63 من الأحرف اللاتينية الصغيرة والأرقام والواصلات. لا تأتي الواصلة في البداية ولا في النهاية.",
    submit: "إنشاء المؤسسة",
  },
  members: {
    heading: "الأعضاء",
    you: "أنت",
    managed: "يديره دليل",
    more: "المزيد من الأعضاء",
    first: "أوائل الأعضاء",
    settings: "الإعدادات",
    leave: "مغادرة المؤسسة",
  },
  member: {
    role: "الدور",
    removeText: "من تتم إزالته لا يستطيع بعد ذلك فتح ما يخص المؤسسة.",
    remove: "إزالة من المؤسسة",
    transfer: "نقل الملكية إلى هذا العضو",
  },
  invitations: {
    heading: "الدعوات",
    invite: "دعوة عبر البريد الإلكتروني",
    submit: "إرسال الدعوة",
    until: "صالحة حتى {date}",
    cancel: "إلغاء",
    cancelOf: "إلغاء: دعوة {email}",
  },
  leave: {
    heading: "هل تريد مغادرة {organization}؟",
    text: "لن تستطيع بعدها فتح ما يخصها. وللعودة تحتاج إلى دعوة.",
    submit: "مغادرة المؤسسة",
  },
  settings: {
    title: "إعدادات {organization}",
    back: "العودة إلى {organization}",
    nameTitle: "تغيير الاسم",
    slugTitle: "تغيير الاسم في عناوين الويب",
    slugText: "ستتوقف الروابط التي تحمل الاسم الحالي عن العمل.",
    policy: "قواعد تسجيل الدخول",
    policyNone: "يمكن للأعضاء تسجيل الدخول بأي طريقة.",
    demands: {
      methods: "طرق التحقق: {list}",
      providers: "تسجيل الدخول عبر: {list}",
      domains: "نطاقات البريد الإلكتروني: {list}",
      proofMaxAge: "إعادة التحقق بعد: {time}",
      sessionMaxAge: "إعادة تسجيل الدخول بعد: {time}",
    },
  },
  transfer: {
    heading: "هل تريد نقل الملكية؟",
    text:
      "يستطيع المالك الجديد فعل كل شيء في {organization}، وإزالتك أيضًا. ولا يمكنك التراجع عن ذلك بمفردك.",
    member: "المالك الجديد",
    becomes: "دورك منذ ذلك الحين",
    submit: "نقل الملكية",
    none: "لا يوجد عضو آخر. ادعُ أحدًا أولًا.",
  },
  delete: {
    heading: "حذف {organization}",
    text: "لا يمكن التراجع عن هذا. تُحذف المؤسسة فورًا، ومعها:",
    gone: {
      members: "كل العضويات، وعضويتك أيضًا",
      invitations: "كل الدعوات",
      slug: "اسمها في عناوين الويب، الذي يصبح متاحًا للآخرين",
    },
    row: "حذف المؤسسة",
    submit: "حذف المؤسسة نهائيًا",
  },
  invitation: {
    heading: "هل تريد الانضمام إلى {organization}؟",
    text: "يدعوك {inviter} لتصبح عضوًا.",
    textOfApp: "أنت مدعو لتصبح عضوًا.",
    role: "دورك",
    address: "العنوان المدعو",
    accept: "قبول الدعوة",
    signIn: "سجِّل الدخول بالعنوان المدعو. ثم يمكنك قبول الدعوة.",
    another:
      "لقد سجَّلت الدخول باسم {account}. لا يقبل الدعوة إلا العنوان المدعو: سجِّل الخروج ثم سجِّل الدخول به.",
    unproven: "لم يؤكد حسابك العنوان المدعو. أكِّده ثم افتح الرابط مرة أخرى.",
    ended: "هذه الدعوة لم تعد صالحة",
    endedText: "استُخدمت أو أُلغيت أو انتهت صلاحيتها. اطلب دعوة جديدة من المؤسسة.",
  },
  done: {
    created: "تم إنشاء المؤسسة.",
    updated: "تم حفظ التغيير.",
    invited: "تم إرسال الدعوة.",
    cancelled: "تم إلغاء الدعوة.",
    role: "تم تغيير الدور.",
    removed: "تمت إزالة العضو.",
    left: "لقد غادرت المؤسسة.",
    joined: "أنت الآن عضو.",
    transferred: "تم نقل الملكية.",
    deleted: "تم حذف المؤسسة.",
  },
  refused: "لا يمكنك فتح هذه المؤسسة الآن",
  reasons: {
    "domain-not-allowed": "عنوان بريدك الإلكتروني ليس من عناوين هذه المؤسسة.",
    forbidden: "دورك لا يسمح بذلك.",
    "invitation-expired": "هذه الدعوة لم تعد صالحة.",
    "invitation-other-address": "هذه الدعوة لعنوان بريد إلكتروني آخر.",
    "inviter-lost-right": "لم يعد لمن دعاك الحق في ذلك. اطلب دعوة جديدة.",
    "last-owner": "تحتاج المؤسسة إلى مالك. انقل الملكية أولًا.",
    "not-member": "لم يعد هذا العضو موجودًا.",
    "proof-too-weak": "تحقق من هويتك أولًا.",
    "provider-required": "استخدم تسجيل الدخول الخاص بمؤسستك.",
    "role-beyond-own": "دورك لا يسمح بمنح هذا الدور أو سحبه.",
    "session-too-old": "سجِّل الدخول من جديد.",
    "slug-taken": "لمؤسسة أخرى هذا الاسم في عناوين الويب. اختر اسمًا آخر.",
    "too-many": "مرات كثيرة جدًا. حاول مرة أخرى لاحقًا.",
  },
  faults: {
    email: "أدخل عنوان بريد إلكتروني.",
    slug: "لا يمكن استخدام هذا الاسم في عناوين الويب.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "أنت عضو في {organization}",
    text: "دورك هو: {role}.",
    advice: "إذا كنت لا تعرف المؤسسة فغادرها.",
    button: "فتح المؤسسة",
  },
  deleted: {
    subject: "تم حذف {organization}",
    text: "لم تعد عضوًا، ولم تعد دعواتك إليها صالحة.",
    advice: "إن كانت لديك أسئلة فاطرحها على المالكين الآخرين للمؤسسة.",
    button: "مؤسساتك",
  },
  invitation: {
    subject: "دعوة إلى {organization}",
    text: "سيكون دورك: {role}. الدعوة لهذا العنوان وتنتهي بعد 7 أيام.",
    advice: "إذا كنت لا تعرف المؤسسة فتجاهل هذه الرسالة.",
    button: "عرض الدعوة",
  },
  "ownership-moved": {
    subject: "أصبح لمؤسسة {organization} مالك آخر",
    text: "دورك الآن: {role}.",
    advice: "إن كانت لديك أسئلة فاطرحها على أحد مالكي المؤسسة.",
    button: "فتح المؤسسة",
  },
  removed: {
    subject: "لم تعد عضوًا في {organization}",
    text: "لم تعد تستطيع فتح ما يخصها.",
    advice: "إن كانت لديك أسئلة فاطرحها على أحد مالكي المؤسسة.",
    button: "مؤسساتك",
  },
  "role-changed": {
    subject: "تغيَّر دورك في {organization}",
    text: "هو الآن: {role}.",
    advice: "إن كانت لديك أسئلة فاطرحها على أحد مالكي المؤسسة.",
    button: "فتح المؤسسة",
  },
};
