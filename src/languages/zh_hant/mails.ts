/**
 * Traditional Chinese texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "登入 {site}",
      codeSubject: "{code} 是您的 {site} 驗證碼",
      button: "登入",
      signUp: {
        subject: "確認您在 {site} 的電子郵件地址",
        codeSubject: "{code} 是您用來確認 {site} 電子郵件地址的驗證碼",
        button: "確認地址",
      },
      password: {
        subject: "重設您的 {site} 密碼",
        codeSubject: "{code} 是您用來重設 {site} 密碼的驗證碼",
        button: "設定新密碼",
      },
      code: "或在您要求驗證碼的頁面輸入此驗證碼（有效期限：{time}）：",
      expires: "此連結只能使用一次（有效期限：{time}）。",
      ignore: "如果您沒有要求此郵件，請忽略它。",
      secret: "請勿將此驗證碼告訴任何人。",
    },
    factorCode: {
      subject: "{code} 是您的 {site} 驗證碼",
      heading: "您的 {site} 驗證碼",
      text:
        "{code}\n\n請在 {site} 輸入此驗證碼（有效期限：{time}）。請勿告訴任何人。\n\n如果您目前沒有在登入，可能有其他人知道您的密碼：請變更密碼。\n",
    },
    addressCode: {
      subject: "{code} 是您的 {site} 驗證碼",
      heading: "您的 {site} 驗證碼",
      text:
        "{code}\n\n請在 {site} 輸入此驗證碼，以確認此地址（有效期限：{time}）。請勿告訴任何人。\n\n如果這不是您要求的，請忽略此郵件：不會有任何變更。\n",
    },
    addressTaken: {
      subject: "您的地址已在 {site} 上使用",
      text:
        "有其他帳戶要使用此地址，但它已屬於 {site} 上的一個帳戶。若要使用該帳戶，請用此地址登入。\n\n如果這不是您要求的，請忽略此郵件：不會有任何變更。\n",
    },
  },
  notices: {
    device: "{system} 上的 {browser}",
    notYou: "不是您本人嗎？",
    secure: "保護您的帳戶",
    check: "不是您本人嗎？請立即登入並檢查您的帳戶。",
    account: {
      "account-linked": {
        subject: "有帳戶已與您的帳戶連結",
        text: "您現在可以用它登入：{provider}。",
      },
      "account-unlinked": {
        subject: "有帳戶已與您的帳戶取消連結",
        text: "您無法再用它登入：{provider}。",
      },
      "app-allowed": {
        subject: "有應用程式取得了您帳戶的存取權限",
        text: "它現在可以執行您允許的操作。",
      },
      deleted: {
        subject: "您的帳戶已刪除",
        text: "帳戶的所有資料均已移除。這是關於此帳戶的最後一封郵件。",
        advice: "不是您本人嗎？請保護您的信箱，並聯絡網站。",
      },
      "deletion-cancelled": {
        subject: "您的帳戶會保留",
        text: "它不會被刪除。",
      },
      "deletion-requested": {
        subject: "您的帳戶將於 {due} 刪除",
        text: "您已在所有裝置上登出。若要保留帳戶，請在該日之前登入。",
      },
      exported: {
        subject: "已建立您帳戶資料的副本",
        text: "其中包含與您有關的已儲存資料，不包含密碼和金鑰。",
      },
      "key-created": {
        subject: "已為您的帳戶建立 API 金鑰",
        text: "持有該金鑰的程式可以代您操作。",
      },
      "new-device": {
        subject: "您的帳戶有新的登入活動",
        text: "這次登入來自您之前未曾登入過的瀏覽器。",
      },
      "passkey-added": {
        subject: "您的帳戶已新增密碼金鑰",
        text: "您現在可以用它登入。",
      },
      "passkey-removed": {
        subject: "您的帳戶已移除密碼金鑰",
        text: "您無法再用它登入。",
      },
      "passkey-renamed": {
        subject: "您帳戶的密碼金鑰已重新命名",
        text: "它仍可使用。",
      },
      renamed: {
        subject: "您帳戶的名稱已變更",
        text: "其他內容均未變更。",
      },
      "sessions-ended": {
        subject: "您的帳戶已在部分裝置上登出",
        text: "若要在這些裝置上使用您的帳戶，必須重新登入。",
      },
    },
    address: {
      changed: {
        subject: "您的電子郵件地址已變更",
        text: "與您帳戶有關的郵件不會再傳送至此地址，您也無法再用它登入。",
        advice:
          "不是您本人嗎？請復原此變更（期限：{time}）。您的帳戶會恢復使用此地址，所有裝置都會登出。",
        button: "復原此變更",
      },
      "changed-for-good": {
        subject: "您的電子郵件地址已變更",
        text:
          "帳戶使用者已透過兩步驟驗證確認此地址無法再使用，因此無法透過電子郵件復原此變更。您無法再用此地址登入。",
        advice: "不是您本人嗎？請聯絡網站。",
      },
      "changed-unproven": {
        subject: "此地址已從帳戶中移除",
        text: "該帳戶現在使用其他地址。",
        advice: "此地址從未經過確認。如果該帳戶是您的，請登入。",
      },
      restored: {
        subject: "您的帳戶已恢復使用此地址",
        text:
          "地址變更已透過我們郵件中的連結復原。所有裝置均已登出。變更之後新增的密碼、密碼金鑰、已連結的帳戶和兩步驟驗證方式均已移除。",
        advice: "請用此地址登入；如果您之前有密碼，請設定新密碼，並檢查您的帳戶。",
      },
      removed: {
        subject: "地址變更已復原",
        text: "該帳戶不再使用此地址：先前地址的擁有者已復原變更。",
        advice: "如果該帳戶是您的，請用先前的地址登入。",
      },
      "undo-requested": {
        subject: "您的地址變更即將復原",
        text:
          "先前地址的使用者提出了此要求。從 {due} 起，帳戶可能會恢復使用該地址，變更之後新增的內容屆時會移除。",
        advice: "有其他人在讀取先前的信箱嗎？請在該時間之前保留新地址。您需要透過兩步驟驗證確認。",
        button: "保留新地址",
      },
      "undo-cancelled": {
        subject: "您的地址變更維持有效",
        text: "帳戶使用者已透過兩步驟驗證阻止復原變更。我們郵件中的連結已失效。",
        advice: "如果您因此失去帳戶，請聯絡網站。",
      },
    },
    factors: {
      added: {
        subject: "已新增一種兩步驟驗證方式",
        text: "從現在起，可以用它確認登入：{factor}。",
      },
      removed: {
        subject: "已移除一種兩步驟驗證方式",
        text: "無法再用它確認登入：{factor}。",
      },
      replaced: {
        subject: "已更換一種兩步驟驗證方式",
        text: "新的已生效，先前的不再有效：{factor}。",
      },
      "recovery-used": {
        subject: "已使用一組復原碼",
        text: "它確認了一次登入，之後無法再次使用。",
      },
      "reset-requested": {
        subject: "兩步驟驗證即將關閉",
        text:
          "這是管理員的要求。從 {due} 起，登入不再需要兩步驟驗證。在此之前，您可以登入並在兩步驟驗證頁面上取消。",
      },
      reset: {
        subject: "兩步驟驗證已關閉",
        text: "這是管理員的要求。在您新增驗證方式之前，登入不需要兩步驟驗證。",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "您的帳戶已設定密碼",
        text: "您現在可以用電子郵件地址和此密碼登入。",
      },
      changed: {
        subject: "您的密碼已變更",
        text: "先前的密碼不再有效。",
      },
      removed: {
        subject: "您的密碼已移除",
        text: "您無法再用它登入。",
      },
    },
  },
};
