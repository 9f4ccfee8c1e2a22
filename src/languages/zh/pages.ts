/**
 * Chinese texts of the pages to sign in and of those about one proof.
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
    signin: "登录",
    signup: "创建账户",
    connect: "关联账户",
    signout: "退出登录",
    error: "错误：{title}",
    "verify-request": "查收邮件",
    confirm: "要登录吗？",
  },
  signIn: {
    heading: "登录",
    again: "请确认是您本人",
    to: "以继续前往 {site}",
    signedIn: "您已登录为 {name}。",
    goOn: "继续",
    with: "使用 {name} 继续",
    withPasskey: "使用通行密钥登录",
    withPassword: "使用密码登录",
    email: "电子邮件",
    next: "继续",
    change: "更改",
    submit: "登录",
    link: "通过邮件发送登录链接",
    or: "或",
    more: "更多登录方式",
    last: "上次使用",
    password: "密码",
    forgot: "忘记密码？",
    isNew: "首次来访？",
    create: "创建账户",
  },
  signUp: { heading: "创建您的账户", isKnown: "已有账户？" },
  connect: {
    heading: "要关联 {name} 吗？",
    text: "之后您也可以使用 {name} 登录 {site}。",
    submit: "关联 {name}",
    skip: "暂不",
  },
  passkey: {
    create: "创建通行密钥",
    noScript: "通行密钥需要 JavaScript。请启用它，或使用其他方式登录。",
    unsupported: "此浏览器无法在这里使用通行密钥。请使用其他方式登录。",
    errors: {
      failed: "操作未成功，请重试。",
      NotAllowedError: "未使用通行密钥。请重试、创建一个通行密钥，或使用其他方式登录。",
      InvalidStateError: "此设备已有该账户的通行密钥。请用它登录。",
      SecurityError: "通行密钥在此网址无法使用。请使用其他方式登录。",
      no_user: "请检查您填写的信息，然后重试。",
      no_sign_up: "新账户需要邀请。请按以前的方式登录。",
      signed_in: "您已登录。",
      TooManyRequests: "尝试次数过多，请稍后再试。",
    },
  },
  signOut: {
    heading: "退出登录",
    question: "要退出 {host} 吗？",
    submit: "退出登录",
    done: "您已退出登录",
  },
  verify: {
    heading: "请查收邮件",
    sent: "我们已向 {email} 发送邮件。",
    text: {
      "sign-in": "请在此浏览器中打开邮件里的链接以登录。",
      "sign-up": "请在此浏览器中打开邮件里的链接以确认您的地址。",
      password: "请在此浏览器中打开邮件里的链接以设置新密码。",
    },
    textWithCode: "请在此输入邮件中的验证码，或在此浏览器中打开邮件里的链接。",
    textUnknown: "请在您申请邮件时使用的浏览器中打开邮件里的链接。",
    code: "验证码",
    submit: "继续",
    wrong: { other: "验证码错误。您还可以尝试 {count} 次。" },
    ended: "此验证码已失效。邮件中的链接仍然有效。",
    inbox: "打开 {name}",
    resend: "重新发送邮件",
    tooSoon: "邮件刚刚发送。{time}后可以重新发送。",
    change: "地址有误？",
  },
  confirm: {
    heading: "要登录吗？",
    text: "您即将以 {email} 的身份登录 {host}。",
    textWithoutEmail: "您即将登录 {host}。",
    hint: "此链接是在另一个浏览器中请求的。仅当是您本人请求时才继续。",
    submit: "登录",
  },
  visitor: {
    heading: "您现在已登录为 {name}",
    text: "此页面是在您登录此账户之前打开的，因此未做任何更改。",
    submit: "使用此账户继续",
    back: "返回",
  },
  signInErrors: {
    default: "登录未成功，请重试。",
    another: "登录未成功。请重试，或使用其他账户。",
    OAuthAccountNotLinked: "此电子邮件地址属于使用其他登录方式的账户。请按首次登录的方式登录。",
    AccountNotLinked:
      "此通行密钥或电子邮件地址属于另一个账户。请按首次登录的方式登录，然后添加通行密钥。",
    EmailSignin: "邮件发送失败。请检查地址，然后重试。",
    CredentialsSignin: "电子邮件或密码错误。",
    wrongDetails: "登录失败。请检查您填写的信息，然后重试。",
    SessionRequired: "请登录以查看此页面。",
    MissingCSRF: "此表单打开时间过长，请重试。",
  },
  errors: {
    default: { heading: "出现问题", text: "请返回网站，然后重试。" },
    Configuration: {
      heading: "暂时无法登录",
      text: "此网站的设置有问题。请稍后再试。",
    },
    InvalidCheck: {
      heading: "请重新开始",
      text: "此次登录已过期、已使用，或是在另一个浏览器中开始的。",
    },
    AccessDenied: {
      heading: "访问被拒绝",
      text: "您没有登录权限。请尝试其他账户。",
    },
    NoProof: {
      heading: "无法以这种方式打开此页面",
      text:
        "此页面要求更强的登录方式。请使用其他方式登录（例如通行密钥），或向网站运营者询问可用的方式。",
    },
    Verification: {
      heading: "此链接无效",
      text: "链接已使用或已过期。请重新请求。",
    },
    WebAuthnVerificationError: {
      heading: "您的通行密钥未通过验证",
      text: "请重试，或使用其他方式登录。",
    },
    TooManyRequests: {
      heading: "尝试次数过多",
      text: "请稍后再试。",
    },
    NotFound: {
      heading: "此页面不存在",
      text: "请检查地址，或重新开始。",
    },
    BadRequest: {
      heading: "操作未成功",
      text: "无法读取该请求。请重新开始。",
    },
  },
  wait: {
    until: "请在{time}后重试。",
    account: "您也可以使用其他方式登录，或在您用过的设备上登录。",
    recipient: "我们最近发送的邮件仍然有效。",
    network: "您所在的网络发出了大量请求。",
  },
  reference: "参考编号 {reference}",
  again: "登录",
  site: "前往 {host}",
  toAccount: "返回您的账户",
  links: { terms: "服务条款", privacy: "隐私", support: "支持" },
  factor: {
    title: "两步验证",
    heading: "还有一步",
    again: "请确认是您本人",
    choose: {
      heading: "保护您的账户",
      text: "此网站需要两步验证。请选择要设置的方式。",
      submit: "设置{name}",
      recommended: "推荐",
    },
    set: "设置{name}",
    step: "第 {at} 步，共 {steps} 步",
    scan: {
      open: "打开您的身份验证器应用，并在其中添加账户。",
      picture: "用它扫描此图片。",
      code: "输入它显示的六位数字。",
    },
    secret: "如果无法扫描，请在应用中输入此密钥：",
    copy: "复制",
    copied: "已复制",
    qr: "包含身份验证器应用密钥的二维码",
    openApp: "在此设备的应用中打开",
    send: "发送验证码",
    resend: "重新发送验证码",
    beforeSend: "我们将向 {target} 发送验证码。",
    sent: "我们已向 {target} 发送验证码。请在这里输入。",
    submit: "继续",
    trust: "在此设备上 {time}内不再询问",
    wrong: "验证码错误。请检查后重试。",
    back: "选择其他方式",
    cancel: "取消",
    notYou: "不是您？",
    lost: {
      summary: "这些方式我都无法使用",
      text:
        "如果您在其他设备上仍处于登录状态，请在那里添加一种方式。否则请联系 {site}：确认您的身份后，可以移除您的验证方式。",
    },
    ceremony: {
      authenticate: "使用通行密钥或安全密钥",
      register: "设置通行密钥或安全密钥",
      noScript: "通行密钥和安全密钥需要 JavaScript。请启用它，或选择其他方式。",
      unsupported: "此浏览器无法在这里使用通行密钥或安全密钥。请选择其他方式。",
      errors: {
        failed: "操作未成功，请重试。",
        NotAllowedError: "未使用通行密钥或安全密钥。请重试，或选择其他方式。",
        InvalidStateError: "该密钥已设置。请使用其他设备或其他安全密钥。",
        SecurityError: "通行密钥在此网址无法使用。请选择其他方式。",
      },
    },
    others: "其他方式",
    factors: {
      totp: {
        name: "身份验证器应用",
        about: "手机应用或密码管理器中显示的六位数字。",
        prove: "请输入身份验证器应用为此网站显示的六位数字。",
        confirm: "任何身份验证器应用均可，包括您的密码管理器中的。",
        label: "验证码",
      },
      recovery: {
        name: "恢复代码",
        one: "恢复代码",
        about: "可保存在纸上的十个代码。每个代码只能使用一次。",
        prove: "请输入您保存的一个恢复代码。每个代码只能使用一次。",
        confirm: "",
        label: "恢复代码",
      },
      mail: {
        name: "邮件验证码",
        about: "每次我们都会通过邮件向您发送验证码。",
        prove: "",
        confirm: "我们已向 {target} 发送验证码。请在这里输入。",
        label: "验证码",
      },
      passkey: {
        name: "通行密钥或安全密钥",
        about: "您的指纹、面容或 PIN，或可插入的密钥。可防范假冒网站。",
        prove: "请使用此账户的通行密钥或安全密钥。",
        confirm: "请创建通行密钥，或使用安全密钥。",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "验证码" },
  },
  password: {
    ask: {
      heading: "重置密码",
      text: "请输入您的电子邮件地址。我们会向您发送用于设置新密码的链接。",
      textSignedIn: "要设置密码，请确认您的电子邮件地址。我们会向您发送链接。",
      label: "电子邮件",
      submit: "发送链接",
    },
    set: "设置密码",
    change: "更改密码",
    current: "当前密码",
    password: "新密码",
    show: "显示密码",
    capsLock: "大写锁定已开启。",
    rules: "至少 {min} 个字符。四个互不相关的词就很好。可以使用空格。",
    submit: "保存密码",
    forgot: "忘记当前密码？",
    done: {
      heading: "您的密码已设置",
      text: "从现在起，您可以用它登录。",
      submit: "继续",
    },
    errors: {
      "too-short": "密码太短。请至少使用 {min} 个字符。",
      "too-long": "密码太长。请最多使用 {max} 个字符。",
      "malformed": "密码中含有无法使用的字符。请换一个密码。",
      "common": "此密码容易被猜到。请换一个密码。",
      "personal": "密码不能与您的地址、姓名或此网站的名称相同。请换一个密码。",
      "breached": "此密码曾出现在其他网站的数据泄露中。请换一个密码。",
      "different": "两次输入的密码不一致。请重新输入。",
      "wrong-password": "当前密码不正确，请重试。",
      "expired": "此页面打开时间过长。请重新确认您的电子邮件地址。",
      "default": "操作未成功，请重试。",
    },
  },
  address: {
    request: {
      heading: "更改电子邮件地址",
      headingWithout: "添加电子邮件地址",
      text: "您的地址是 {email}。我们会向新地址发送验证码，并向此地址发送更改通知。",
      textWithout: "您的账户还没有地址。我们会向您输入的地址发送验证码。",
      label: "新的电子邮件地址",
      submit: "发送验证码",
      unproven: "您尚未确认 {email}。",
      prove: "确认此地址",
      lost: "我已无法使用 {email}",
      lostHint: "该地址会收到一封通知邮件，其中没有撤销更改的链接。",
      stale: "请先确认是您本人。",
      confirm: "继续",
    },
    code: {
      heading: "输入验证码",
      text: "我们已向 {email} 发送邮件。请输入其中的验证码，将其设为您的地址。",
      textOwn: "我们已向 {email} 发送邮件。请输入其中的验证码，以确认您的地址。",
      label: "验证码",
      submit: "确认地址",
      cancel: "使用其他地址",
    },
    done: {
      heading: "您的地址已确认",
      text: "您账户的地址是 {email}。",
      submit: "继续",
    },
    undo: {
      heading: "要撤销地址更改吗？",
      text:
        "您的账户将恢复使用地址 {email}。所有浏览器都会退出登录。更改之后添加的密码、通行密钥、关联账户和两步验证方式都会被移除。",
      submit: "撤销更改",
    },
    undone: {
      heading: "更改已撤销",
      text: "您的账户已恢复原来的地址。请用它登录，并检查账户内容。",
      submit: "登录",
    },
    lost: {
      heading: "此链接无法使用",
      text: "链接已使用，或已超过有效期（{time}）。",
      submit: "前往您的账户",
    },
    waiting: {
      heading: "更改将在稍后撤销",
      text:
        "更改之后账户已加强保护，因此账户使用者可在 {due} 之前提出异议。请在该时间之后再次打开邮件中的链接。",
    },
    contested: {
      heading: "有人想撤销您的地址更改",
      text: "此人可以读取原邮箱。从 {due} 起，账户可能恢复使用原地址。",
      submit: "保留新地址",
    },
    kept: {
      heading: "您的地址保持不变",
      text: "您账户的地址是 {email}。发送到原地址的链接已失效。",
      submit: "继续",
    },
    errors: {
      "not-two-factors": "请使用您已拥有三天以上的验证方式进行确认，邮件验证码除外。",
      "invalid": "这不是电子邮件地址。请检查是否有输入错误。",
      "same": "这已经是您的地址。",
      "mail-failed": "邮件发送失败。请检查地址，然后重试。",
      "wrong-code": "验证码不正确。请检查后重试。",
      "expired": "此验证码已无法使用。请重新请求。",
      "taken": "此地址属于另一个账户。",
      "moved": "账户的地址在此期间已更改。",
      "default": "操作未成功，请重试。",
    },
  },
};
