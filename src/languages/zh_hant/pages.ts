/**
 * Traditional Chinese texts of the pages to sign in and of those about one proof.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const pages: Omit<
  Texts,
  | "account"
  | "device"
  | "factors"
  | "keys"
  | "mails"
  | "notices"
  | "native"
  | "oauthServer"
  | "organizationKeys"
  | "organizations"
> = {
  titles: {
    signin: "登入",
    signup: "建立帳戶",
    connect: "連結帳戶",
    signout: "登出",
    error: "錯誤：{title}",
    "verify-request": "查看電子郵件",
    confirm: "要登入嗎？",
  },
  signIn: {
    heading: "登入",
    again: "請驗證您的身分",
    to: "繼續前往 {site}",
    signedIn: "您已使用 {name} 登入。",
    goOn: "繼續",
    with: "使用 {name} 繼續",
    withPasskey: "使用密碼金鑰登入",
    withPassword: "使用密碼登入",
    email: "電子郵件",
    next: "繼續",
    change: "變更",
    submit: "登入",
    link: "透過電子郵件傳送登入連結",
    or: "或",
    more: "其他登入方式",
    last: "上次使用",
    password: "密碼",
    forgot: "忘記密碼？",
    isNew: "第一次使用？",
    create: "建立帳戶",
  },
  signUp: { heading: "建立您的帳戶", isKnown: "已經有帳戶了？" },
  connect: {
    heading: "要連結 {name} 嗎？",
    text: "之後您也可以使用 {name} 登入 {site}。",
    submit: "連結 {name}",
    skip: "暫時不要",
  },
  passkey: {
    create: "建立密碼金鑰",
    noScript: "密碼金鑰需要 JavaScript。請啟用它，或使用其他方式登入。",
    unsupported: "此瀏覽器無法在這裡使用密碼金鑰。請使用其他方式登入。",
    errors: {
      failed: "操作未成功，請再試一次。",
      NotAllowedError: "未使用密碼金鑰。請再試一次、建立一個，或使用其他方式登入。",
      InvalidStateError: "此裝置已有這個帳戶的密碼金鑰。請用它登入。",
      SecurityError: "密碼金鑰無法在此網址使用。請使用其他方式登入。",
      no_user: "請檢查您輸入的資料，然後再試一次。",
      no_sign_up: "新帳戶需要邀請。請使用您之前的方式登入。",
      signed_in: "您已經登入。",
      TooManyRequests: "嘗試次數過多。請稍候再試。",
    },
  },
  signOut: {
    heading: "登出",
    question: "要從 {host} 登出嗎？",
    submit: "登出",
    done: "您已登出",
  },
  verify: {
    heading: "請查看電子郵件",
    sent: "我們已傳送電子郵件至 {email}。",
    text: {
      "sign-in": "請在此瀏覽器中開啟郵件裡的連結以登入。",
      "sign-up": "請在此瀏覽器中開啟郵件裡的連結，以確認您的地址。",
      password: "請在此瀏覽器中開啟郵件裡的連結，以設定新密碼。",
    },
    textWithCode: "請在這裡輸入郵件中的驗證碼，或在此瀏覽器中開啟郵件裡的連結。",
    textUnknown: "請在您要求郵件時所用的瀏覽器中，開啟郵件裡的連結。",
    code: "驗證碼",
    submit: "繼續",
    wrong: { other: "驗證碼錯誤。您還可以嘗試 {count} 次。" },
    ended: "此驗證碼已失效。郵件中的連結仍然有效。",
    inbox: "開啟 {name}",
    resend: "重新傳送電子郵件",
    tooSoon: "郵件剛剛傳送。{time}後可以再次要求。",
    change: "地址有誤？",
  },
  confirm: {
    heading: "要登入嗎？",
    text: "您即將以 {email} 登入 {host}。",
    textWithoutEmail: "您即將登入 {host}。",
    hint: "此連結是在其他瀏覽器中要求的。只有在您本人提出要求時，才請繼續。",
    submit: "登入",
  },
  visitor: {
    heading: "您現在已使用 {name} 登入",
    text: "此頁面是在您登入此帳戶之前開啟的，因此未做任何變更。",
    submit: "使用此帳戶繼續",
    back: "返回",
  },
  signInErrors: {
    default: "無法登入，請再試一次。",
    another: "登入未成功。請再試一次，或使用其他帳戶。",
    OAuthAccountNotLinked:
      "此電子郵件地址屬於以其他方式登入的帳戶。請使用您第一次登入時的方式登入。",
    AccountNotLinked:
      "此密碼金鑰或電子郵件地址屬於其他帳戶。請使用您第一次登入時的方式登入，然後新增密碼金鑰。",
    EmailSignin: "無法傳送電子郵件。請檢查地址，然後再試一次。",
    CredentialsSignin: "電子郵件或密碼錯誤。",
    wrongDetails: "登入失敗。請檢查您輸入的資料，然後再試一次。",
    SessionRequired: "請登入以檢視此頁面。",
    MissingCSRF: "此表單開啟的時間過長，請再試一次。",
  },
  errors: {
    default: { heading: "發生問題", text: "請返回網站，然後再試一次。" },
    Configuration: {
      heading: "目前無法登入",
      text: "此網站的設定有問題。請稍後再試。",
    },
    InvalidCheck: {
      heading: "請重新開始",
      text: "此次登入已過期、已使用過，或是在其他瀏覽器中開始的。",
    },
    AccessDenied: {
      heading: "存取遭拒",
      text: "您沒有登入的權限。請嘗試其他帳戶。",
    },
    NoProof: {
      heading: "無法以這種方式開啟此頁面",
      text:
        "此頁面需要更安全的登入方式。請使用其他方式登入（例如密碼金鑰），或向網站管理者詢問可用的方式。",
    },
    Verification: {
      heading: "此連結無法使用",
      text: "連結已使用過或已過期。請要求新的連結。",
    },
    WebAuthnVerificationError: {
      heading: "您的密碼金鑰未通過驗證",
      text: "請再試一次，或使用其他方式登入。",
    },
    TooManyRequests: {
      heading: "嘗試次數過多",
      text: "請稍候再試。",
    },
    NotFound: {
      heading: "此頁面不存在",
      text: "請檢查網址，或重新開始。",
    },
    BadRequest: {
      heading: "操作未成功",
      text: "無法讀取此要求。請重新開始。",
    },
  },
  wait: {
    until: "請在 {time}後再試。",
    account: "您也可以使用其他方式登入，或在您用過的裝置上登入。",
    recipient: "我們最近傳送的郵件仍然有效。",
    network: "您的網路發出了大量要求。",
  },
  reference: "參考編號 {reference}",
  again: "登入",
  toAccount: "返回您的帳戶",
  site: "前往 {host}",
  links: { terms: "條款", privacy: "隱私權", support: "支援" },
  factor: {
    title: "兩步驟驗證",
    heading: "還有一個步驟",
    again: "請驗證您的身分",
    choose: {
      heading: "保護您的帳戶",
      text: "此網站要求兩步驟驗證。請選擇要設定的方式。",
      submit: "設定{name}",
      recommended: "建議",
    },
    set: "設定{name}",
    step: "第 {at} 步，共 {steps} 步",
    scan: {
      open: "開啟您的驗證器應用程式，並在其中新增帳戶。",
      picture: "用它掃描此圖片。",
      code: "輸入它顯示的六位數字。",
    },
    secret: "如果無法掃描，請在應用程式中輸入此金鑰：",
    copy: "複製",
    copied: "已複製",
    qr: "含有驗證器應用程式金鑰的 QR 碼",
    openApp: "在此裝置的應用程式中開啟",
    send: "傳送驗證碼",
    resend: "傳送新的驗證碼",
    beforeSend: "我們會將驗證碼傳送至 {target}。",
    sent: "我們已將驗證碼傳送至 {target}。請在這裡輸入。",
    submit: "繼續",
    trust: "在此裝置上 {time}內不再詢問",
    wrong: "驗證碼錯誤。請檢查後再試一次。",
    back: "選擇其他方式",
    cancel: "取消",
    notYou: "不是您嗎？",
    lost: {
      summary: "這些方式我都無法使用",
      text:
        "如果您在其他裝置上仍為登入狀態，請在那裡新增一種方式。否則請聯絡 {site}：確認您的身分後，即可移除您的驗證方式。",
    },
    ceremony: {
      authenticate: "使用密碼金鑰或安全金鑰",
      register: "設定密碼金鑰或安全金鑰",
      noScript: "密碼金鑰和安全金鑰需要 JavaScript。請啟用它，或選擇其他方式。",
      unsupported: "此瀏覽器無法在這裡使用密碼金鑰或安全金鑰。請選擇其他方式。",
      errors: {
        failed: "操作未成功，請再試一次。",
        NotAllowedError: "未使用密碼金鑰或安全金鑰。請再試一次，或選擇其他方式。",
        InvalidStateError: "這個已經設定過。請使用其他裝置或安全金鑰。",
        SecurityError: "密碼金鑰無法在此網址使用。請選擇其他方式。",
      },
    },
    others: "其他方式",
    factors: {
      totp: {
        name: "驗證器應用程式",
        about: "手機應用程式或密碼管理工具所顯示的六位數字。",
        prove: "請輸入驗證器應用程式針對此網站顯示的六位數字。",
        confirm: "任何驗證器應用程式都適用，包括密碼管理工具內建的驗證器。",
        label: "驗證碼",
      },
      recovery: {
        name: "復原碼",
        one: "復原碼",
        about: "十組寫在紙上保存的代碼。每組只能使用一次。",
        prove: "請輸入您儲存的其中一組復原碼。每組只能使用一次。",
        confirm: "",
        label: "復原碼",
      },
      mail: {
        name: "電子郵件驗證碼",
        about: "我們每次都會透過電子郵件將驗證碼傳送給您。",
        prove: "",
        confirm: "我們已將驗證碼傳送至 {target}。請在這裡輸入。",
        label: "驗證碼",
      },
      passkey: {
        name: "密碼金鑰或安全金鑰",
        about: "您的指紋、臉孔或 PIN，或是插入裝置的金鑰。可防範假冒的網站。",
        prove: "請使用此帳戶的密碼金鑰或安全金鑰。",
        confirm: "請建立密碼金鑰，或使用安全金鑰。",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "驗證碼" },
  },
  password: {
    ask: {
      heading: "重設您的密碼",
      text: "請輸入您的電子郵件地址。我們會傳送用來設定新密碼的連結給您。",
      textSignedIn: "若要設定密碼，請確認您的電子郵件地址。我們會傳送連結給您。",
      label: "電子郵件",
      submit: "透過電子郵件傳送連結",
    },
    set: "設定密碼",
    change: "變更密碼",
    current: "目前的密碼",
    password: "新密碼",
    show: "顯示密碼",
    capsLock: "大寫鎖定已開啟。",
    rules: "至少 {min} 個字元。四個互不相關的詞語是不錯的選擇。可以使用空格。",
    submit: "儲存密碼",
    forgot: "忘記目前的密碼？",
    done: {
      heading: "您的密碼已設定",
      text: "從現在起，您可以用它登入。",
      submit: "繼續",
    },
    errors: {
      "too-short": "此密碼太短。請至少使用 {min} 個字元。",
      "too-long": "此密碼太長。請最多使用 {max} 個字元。",
      "malformed": "此密碼含有無法使用的字元。請選擇其他密碼。",
      "common": "此密碼很容易猜到。請選擇其他密碼。",
      "personal": "此密碼是您的地址、姓名或此網站的名稱。請選擇其他密碼。",
      "breached": "此密碼曾在其他網站的資料外洩事件中曝光。請選擇其他密碼。",
      "different": "兩次輸入的密碼不同。請重新輸入。",
      "wrong-password": "目前的密碼錯誤。請再試一次。",
      "expired": "此頁面開啟的時間過長。請再次確認您的電子郵件地址。",
      "default": "操作未成功，請再試一次。",
    },
  },
  address: {
    request: {
      heading: "變更您的電子郵件地址",
      headingWithout: "新增電子郵件地址",
      text: "您的地址是 {email}。我們會將驗證碼傳送至新地址，並將變更通知傳送至此地址。",
      textWithout: "您的帳戶還沒有地址。我們會將驗證碼傳送至您輸入的地址。",
      label: "新的電子郵件",
      submit: "傳送驗證碼",
      unproven: "您尚未確認 {email}。",
      prove: "確認此地址",
      lost: "我已無法使用 {email}",
      lostHint: "此地址會收到一封郵件，其中沒有復原變更的連結。",
      stale: "請先驗證您的身分。",
      confirm: "繼續",
    },
    code: {
      heading: "輸入驗證碼",
      text: "我們已傳送電子郵件至 {email}。請輸入其中的驗證碼，將它設為您的地址。",
      textOwn: "我們已傳送電子郵件至 {email}。請輸入其中的驗證碼，以確認您的地址。",
      label: "驗證碼",
      submit: "確認地址",
      cancel: "使用其他地址",
    },
    done: {
      heading: "您的地址已確認",
      text: "您帳戶的地址是 {email}。",
      submit: "繼續",
    },
    undo: {
      heading: "要復原地址變更嗎？",
      text:
        "您的帳戶會恢復使用地址 {email}。所有瀏覽器都會登出。變更之後新增的密碼、密碼金鑰、已連結的帳戶和兩步驟驗證方式都會移除。",
      submit: "復原變更",
    },
    undone: {
      heading: "變更已復原",
      text: "您的帳戶已恢復原來的地址。請用它登入，並檢查帳戶內容。",
      submit: "登入",
    },
    lost: {
      heading: "此連結無法使用",
      text: "連結已使用過，或已超過有效期限（{time}）。",
      submit: "前往您的帳戶",
    },
    waiting: {
      heading: "變更將於稍後復原",
      text:
        "此帳戶在變更後已加強保護，因此帳戶使用者可在 {due} 之前提出異議。請在該時間之後再次開啟郵件中的連結。",
    },
    contested: {
      heading: "有人想復原您的地址變更",
      text: "此人可以讀取先前的信箱。從 {due} 起，帳戶可能會恢復使用先前的地址。",
      submit: "保留新地址",
    },
    kept: {
      heading: "您的地址維持不變",
      text: "您帳戶的地址是 {email}。傳送至先前地址的連結已失效。",
      submit: "繼續",
    },
    errors: {
      "not-two-factors": "此操作必須使用新增至少三天的方式驗證，且不能是電子郵件驗證碼。",
      "invalid": "這不是電子郵件地址。請檢查是否有輸入錯誤。",
      "same": "這已經是您的地址。",
      "mail-failed": "無法傳送電子郵件。請檢查地址，然後再試一次。",
      "wrong-code": "驗證碼錯誤。請檢查後再試一次。",
      "expired": "此驗證碼已無法使用。請要求新的驗證碼。",
      "taken": "此地址屬於其他帳戶。",
      "moved": "帳戶的地址在此期間已變更。",
      "default": "操作未成功，請再試一次。",
    },
  },
};
