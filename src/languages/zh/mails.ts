/**
 * Chinese texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "登录 {site}",
      codeSubject: "{code} 是您在 {site} 的验证码",
      button: "登录",
      signUp: {
        subject: "确认您在 {site} 的邮箱地址",
        codeSubject: "{code} 是您确认 {site} 邮箱地址的验证码",
        button: "确认地址",
      },
      password: {
        subject: "重置您在 {site} 的密码",
        codeSubject: "{code} 是您重置 {site} 密码的验证码",
        button: "设置新密码",
      },
      code: "或者在您请求验证码的浏览器中输入以下验证码（有效期：{time}）：",
      expires: "此链接只能使用一次（有效期：{time}）。",
      ignore: "如果您没有请求此邮件，请忽略。",
      secret: "请勿将此验证码告诉任何人。",
    },
    factorCode: {
      subject: "{code} 是您在 {site} 的验证码",
      heading: "您在 {site} 的验证码",
      text:
        "{code}\n\n请在 {site} 上输入此验证码（有效期：{time}）。请勿将其告诉任何人。\n\n如果您现在没有登录，可能有他人知道您的密码：请更改密码。\n",
    },
    addressCode: {
      subject: "{code} 是您在 {site} 的验证码",
      heading: "您在 {site} 的验证码",
      text:
        "{code}\n\n请在 {site} 上输入此验证码，以确认此地址（有效期：{time}）。请勿将其告诉任何人。\n\n如果您没有提出请求，请忽略此邮件：不会发生任何更改。\n",
    },
    addressTaken: {
      subject: "您的地址已在 {site} 上使用",
      text:
        "有另一个账户想使用此地址，但它已属于 {site} 上的一个账户。要使用该账户，请用此地址登录。\n\n如果您没有提出请求，请忽略此邮件：不会发生任何更改。\n",
    },
  },
  notices: {
    device: "{system} 上的 {browser}",
    notYou: "不是您本人操作？",
    secure: "保护您的账户",
    check: "不是您本人操作？请立即登录并检查您的账户。",
    account: {
      "account-linked": {
        subject: "您的账户关联了另一个账户",
        text: "您现在可以用它登录：{provider}。",
      },
      "account-unlinked": {
        subject: "您的账户已取消一个关联账户",
        text: "您无法再用它登录：{provider}。",
      },
      "app-allowed": {
        subject: "有应用获得了您账户的访问权限",
        text: "它现在可以执行您允许的操作。",
      },
      deleted: {
        subject: "您的账户已删除",
        text: "账户的所有数据均已清除。这是关于此账户的最后一封邮件。",
        advice: "不是您本人操作？请保护好您的邮箱，并联系网站。",
      },
      "deletion-cancelled": {
        subject: "您的账户将保留",
        text: "账户不会被删除。",
      },
      "deletion-requested": {
        subject: "您的账户将于 {due}删除",
        text: "您已在所有设备上退出登录。要保留账户，请在该日之前登录。",
      },
      exported: {
        subject: "已生成您账户数据的副本",
        text: "其中包含所保存的与您有关的数据，不包含密码和密钥。",
      },
      "key-created": {
        subject: "已为您的账户创建 API 密钥",
        text: "持有该密钥的程序可以代您操作。",
      },
      "new-device": {
        subject: "您的账户有新的登录",
        text: "此次登录来自您之前未登录过的浏览器。",
      },
      "passkey-added": {
        subject: "您的账户添加了通行密钥",
        text: "您现在可以用它登录。",
      },
      "passkey-removed": {
        subject: "您的账户移除了通行密钥",
        text: "您无法再用它登录。",
      },
      "passkey-renamed": {
        subject: "您账户的一个通行密钥已重命名",
        text: "它仍然有效。",
      },
      renamed: {
        subject: "您账户的姓名已更改",
        text: "其他内容没有变化。",
      },
      "sessions-ended": {
        subject: "有设备已退出您的账户",
        text: "要在这些设备上使用您的账户，您需要重新登录。",
      },
    },
    address: {
      changed: {
        subject: "您的邮箱地址已更改",
        text: "关于您账户的邮件不再发送到此地址，您也无法再用它登录。",
        advice:
          "不是您本人操作？请撤销更改（有效期：{time}）。您的账户将恢复使用此地址，所有设备都会退出登录。",
        button: "撤销此更改",
      },
      "changed-for-good": {
        subject: "您的邮箱地址已更改",
        text:
          "账户使用者已通过两步验证确认无法再使用此地址，因此无法通过邮件撤销更改。您也无法再用它登录。",
        advice: "不是您本人操作？请联系网站。",
      },
      "changed-unproven": {
        subject: "此地址已从一个账户中移除",
        text: "该账户现在使用另一个地址。",
        advice: "此地址从未得到确认。如果该账户是您的，请登录。",
      },
      restored: {
        subject: "您的账户已恢复使用此地址",
        text:
          "地址更改已通过我们邮件中的链接撤销。所有设备均已退出登录。更改之后添加的密码、通行密钥、关联账户和两步验证方式均已移除。",
        advice: "请用此地址登录；如果您之前有密码，请设置新密码，并检查账户内容。",
      },
      removed: {
        subject: "地址更改已撤销",
        text: "该账户不再使用此地址：原地址的使用者撤销了更改。",
        advice: "如果该账户是您的，请用原地址登录。",
      },
      "undo-requested": {
        subject: "您的地址更改将被撤销",
        text:
          "原地址的使用者提出了此请求。从 {due} 起，账户可能恢复使用原地址，届时更改之后添加的内容会被移除。",
        advice: "有他人在读取原邮箱？请在该时间之前保留新地址。您需要通过两步验证进行确认。",
        button: "保留新地址",
      },
      "undo-cancelled": {
        subject: "您的地址更改保持有效",
        text: "账户使用者已通过两步验证阻止撤销更改。我们邮件中的链接已失效。",
        advice: "如果您因此失去了账户，请联系网站。",
      },
    },
    factors: {
      added: {
        subject: "已添加一种两步验证方式",
        text: "从现在起，可以用它确认登录：{factor}。",
      },
      removed: {
        subject: "已移除一种两步验证方式",
        text: "无法再用它确认登录：{factor}。",
      },
      replaced: {
        subject: "已替换一种两步验证方式",
        text: "新的已生效，原来的不再有效：{factor}。",
      },
      "recovery-used": {
        subject: "已使用一个恢复代码",
        text: "它确认了一次登录，之后无法再次使用。",
      },
      "reset-requested": {
        subject: "两步验证将被关闭",
        text:
          "这是管理员的请求。从 {due} 起，登录不再需要两步验证。在此之前，您可以登录并在两步验证页面上取消。",
      },
      reset: {
        subject: "两步验证已关闭",
        text: "这是管理员的请求。在您添加新的方式之前，登录不需要两步验证。",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "您的账户已设置密码",
        text: "您现在可以用电子邮件地址和此密码登录。",
      },
      changed: {
        subject: "您的密码已更改",
        text: "原来的密码不再有效。",
      },
      removed: {
        subject: "您的密码已移除",
        text: "您无法再用它登录。",
      },
    },
  },
};
