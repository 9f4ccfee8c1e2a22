/**
 * Korean texts of the pages to sign in and of those about one proof.
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
    signin: "로그인",
    signup: "계정 만들기",
    connect: "계정 연결",
    signout: "로그아웃",
    error: "오류: {title}",
    "verify-request": "이메일 확인",
    confirm: "로그인할까요?",
  },
  signIn: {
    heading: "로그인",
    again: "본인 확인",
    to: "{site}(으)로 계속",
    signedIn: "{name}(으)로 로그인되어 있습니다.",
    goOn: "계속",
    with: "{name}(으)로 계속하기",
    withPasskey: "패스키로 로그인",
    withPassword: "비밀번호로 로그인",
    email: "이메일",
    next: "계속",
    change: "변경",
    submit: "로그인",
    link: "이메일로 로그인 링크 받기",
    or: "또는",
    more: "다른 로그인 방법",
    last: "마지막으로 사용함",
    password: "비밀번호",
    forgot: "비밀번호를 잊으셨나요?",
    isNew: "처음 오셨나요?",
    create: "계정 만들기",
  },
  signUp: { heading: "계정 만들기", isKnown: "이미 계정이 있으신가요?" },
  connect: {
    heading: "{name} 계정을 연결할까요?",
    text: "연결하면 {name} 계정으로도 {site}에 로그인할 수 있습니다.",
    submit: "{name} 연결",
    skip: "나중에",
  },
  passkey: {
    create: "패스키 만들기",
    noScript: "패스키를 사용하려면 JavaScript가 필요합니다. 켜거나 다른 방법으로 로그인하세요.",
    unsupported: "이 브라우저에서는 패스키를 사용할 수 없습니다. 다른 방법으로 로그인하세요.",
    errors: {
      failed: "완료하지 못했습니다. 다시 시도해 주세요.",
      NotAllowedError:
        "패스키를 사용하지 않았습니다. 다시 시도하거나, 패스키를 만들거나, 다른 방법으로 로그인하세요.",
      InvalidStateError: "이 기기에는 이미 이 계정의 패스키가 있습니다. 그 패스키로 로그인하세요.",
      SecurityError:
        "이 사이트 주소에서는 패스키를 사용할 수 없습니다. 다른 방법으로 로그인하세요.",
      no_user: "입력한 내용을 확인하고 다시 시도해 주세요.",
      no_sign_up: "새 계정을 만들려면 초대가 필요합니다. 기존에 사용하던 방법으로 로그인하세요.",
      signed_in: "이미 로그인되어 있습니다.",
      TooManyRequests: "시도 횟수가 너무 많습니다. 잠시 후 다시 시도해 주세요.",
    },
  },
  signOut: {
    heading: "로그아웃",
    question: "{host}에서 로그아웃할까요?",
    submit: "로그아웃",
    done: "로그아웃되었습니다",
  },
  verify: {
    heading: "이메일을 확인하세요",
    sent: "{email} 주소로 이메일을 보냈습니다.",
    text: {
      "sign-in": "로그인하려면 이 브라우저에서 이메일의 링크를 여세요.",
      "sign-up": "주소를 확인하려면 이 브라우저에서 이메일의 링크를 여세요.",
      password: "새 비밀번호를 설정하려면 이 브라우저에서 이메일의 링크를 여세요.",
    },
    textWithCode: "이메일에 있는 코드를 여기에 입력하거나, 이 브라우저에서 링크를 여세요.",
    textUnknown: "이메일을 요청한 브라우저에서 이메일의 링크를 여세요.",
    code: "코드",
    submit: "계속",
    wrong: { other: "코드가 올바르지 않습니다. {count}번 더 시도할 수 있습니다." },
    ended: "이 코드는 더 이상 사용할 수 없습니다. 이메일의 링크는 계속 사용할 수 있습니다.",
    inbox: "{name} 열기",
    resend: "이메일 다시 보내기",
    tooSoon: "방금 이메일을 보냈습니다. {time} 후에 다시 요청할 수 있습니다.",
    change: "주소가 잘못되었나요?",
  },
  confirm: {
    heading: "로그인할까요?",
    text: "{email} 계정으로 {host}에 로그인합니다.",
    textWithoutEmail: "{host}에 로그인합니다.",
    hint: "이 링크는 다른 브라우저에서 요청되었습니다. 직접 요청한 경우에만 계속하세요.",
    submit: "로그인",
  },
  visitor: {
    heading: "지금은 {name}(으)로 로그인되어 있습니다",
    text: "이 페이지는 이 계정으로 로그인하기 전에 열렸으므로 아무것도 변경되지 않았습니다.",
    submit: "이 계정으로 계속",
    back: "뒤로",
  },
  signInErrors: {
    default: "로그인하지 못했습니다. 다시 시도해 주세요.",
    another: "로그인하지 못했습니다. 다시 시도하거나 다른 계정을 사용하세요.",
    OAuthAccountNotLinked:
      "이 이메일 주소는 다른 방법으로 로그인하는 계정에 속해 있습니다. 처음 로그인했던 방법으로 로그인하세요.",
    AccountNotLinked:
      "이 패스키 또는 이메일 주소는 다른 계정에 속해 있습니다. 처음 로그인했던 방법으로 로그인한 다음 패스키를 추가하세요.",
    EmailSignin: "이메일을 보내지 못했습니다. 주소를 확인하고 다시 시도해 주세요.",
    CredentialsSignin: "이메일 또는 비밀번호가 올바르지 않습니다.",
    wrongDetails: "로그인하지 못했습니다. 입력한 내용을 확인하고 다시 시도해 주세요.",
    SessionRequired: "이 페이지를 보려면 로그인하세요.",
    MissingCSRF: "이 양식이 너무 오래 열려 있었습니다. 다시 시도해 주세요.",
  },
  errors: {
    default: {
      heading: "문제가 발생했습니다",
      text: "사이트로 돌아가서 다시 시도해 주세요.",
    },
    Configuration: {
      heading: "로그인할 수 없습니다",
      text: "이 사이트의 설정에 문제가 있습니다. 나중에 다시 시도해 주세요.",
    },
    InvalidCheck: {
      heading: "처음부터 다시 시작하세요",
      text: "이 로그인은 만료되었거나, 이미 사용되었거나, 다른 브라우저에서 시작되었습니다.",
    },
    AccessDenied: {
      heading: "접근이 거부되었습니다",
      text: "로그인할 권한이 없습니다. 다른 계정으로 시도해 보세요.",
    },
    NoProof: {
      heading: "이 방법으로는 페이지를 열 수 없습니다",
      text:
        "이 페이지는 더 안전한 로그인이 필요합니다. 패스키와 같은 다른 방법으로 로그인하거나, 사용할 수 있는 방법을 사이트 운영자에게 문의하세요.",
    },
    Verification: {
      heading: "이 링크는 사용할 수 없습니다",
      text: "이미 사용되었거나 만료되었습니다. 새 링크를 요청하세요.",
    },
    WebAuthnVerificationError: {
      heading: "패스키가 승인되지 않았습니다",
      text: "다시 시도하거나 다른 방법으로 로그인하세요.",
    },
    TooManyRequests: {
      heading: "시도 횟수가 너무 많습니다",
      text: "잠시 후 다시 시도해 주세요.",
    },
    NotFound: {
      heading: "페이지를 찾을 수 없습니다",
      text: "주소를 확인하거나 처음부터 다시 시작하세요.",
    },
    BadRequest: {
      heading: "완료하지 못했습니다",
      text: "요청을 읽을 수 없습니다. 처음부터 다시 시작하세요.",
    },
  },
  wait: {
    until: "{time} 후에 다시 시도해 주세요.",
    account: "다른 방법으로 로그인하거나 이전에 사용한 기기에서 로그인할 수도 있습니다.",
    recipient: "마지막으로 보낸 이메일은 계속 사용할 수 있습니다.",
    network: "사용 중인 네트워크에서 요청이 많이 들어왔습니다.",
  },
  reference: "오류 번호 {reference}",
  again: "로그인",
  toAccount: "내 계정으로 돌아가기",
  site: "{host}(으)로 이동",
  links: { terms: "약관", privacy: "개인정보처리방침", support: "고객지원" },
  factor: {
    title: "2단계 인증",
    heading: "한 단계 더 남았습니다",
    again: "본인 확인",
    choose: {
      heading: "계정을 보호하세요",
      text: "이 사이트는 2단계 인증이 필요합니다. 설정할 방법을 선택하세요.",
      submit: "{name} 설정",
      recommended: "권장",
    },
    set: "{name} 설정",
    step: "{steps}단계 중 {at}단계",
    scan: {
      open: "인증 앱을 열고 계정을 추가하세요.",
      picture: "앱으로 이 이미지를 스캔하세요.",
      code: "앱에 표시되는 숫자 6자리를 입력하세요.",
    },
    secret: "스캔할 수 없으면 앱에 이 키를 입력하세요.",
    copy: "복사",
    copied: "복사됨",
    qr: "인증 앱에 등록할 키가 담긴 QR 코드",
    openApp: "이 기기의 앱에서 열기",
    send: "코드 보내기",
    resend: "새 코드 보내기",
    beforeSend: "{target} 주소로 코드를 보냅니다.",
    sent: "{target} 주소로 코드를 보냈습니다. 여기에 입력하세요.",
    submit: "계속",
    trust: "{time} 동안 이 기기에서 다시 묻지 않기",
    wrong: "코드가 올바르지 않습니다. 확인하고 다시 시도해 주세요.",
    back: "다른 방법 선택",
    cancel: "취소",
    notYou: "본인이 아닌가요?",
    lost: {
      summary: "사용할 수 있는 방법이 없습니다",
      text:
        "다른 기기에서 아직 로그인되어 있다면 그 기기에서 방법을 추가하세요. 그렇지 않으면 {site}에 문의하세요. 본인임이 확인되면 등록된 방법을 삭제할 수 있습니다.",
    },
    ceremony: {
      authenticate: "패스키 또는 보안 키 사용",
      register: "패스키 또는 보안 키 설정",
      noScript:
        "패스키와 보안 키를 사용하려면 JavaScript가 필요합니다. 켜거나 다른 방법을 선택하세요.",
      unsupported:
        "이 브라우저에서는 패스키나 보안 키를 사용할 수 없습니다. 다른 방법을 선택하세요.",
      errors: {
        failed: "완료하지 못했습니다. 다시 시도해 주세요.",
        NotAllowedError:
          "패스키나 보안 키를 사용하지 않았습니다. 다시 시도하거나 다른 방법을 선택하세요.",
        InvalidStateError: "이미 설정되어 있습니다. 다른 기기나 다른 보안 키를 사용하세요.",
        SecurityError: "이 사이트 주소에서는 패스키를 사용할 수 없습니다. 다른 방법을 선택하세요.",
      },
    },
    others: "다른 방법",
    factors: {
      totp: {
        name: "인증 앱",
        about: "휴대전화의 앱이나 비밀번호 관리자에 표시되는 숫자 6자리입니다.",
        prove: "인증 앱에 이 사이트용으로 표시된 숫자 6자리를 입력하세요.",
        confirm: "비밀번호 관리자를 포함해 어떤 인증 앱이든 사용할 수 있습니다.",
        label: "코드",
      },
      recovery: {
        name: "복구 코드",
        one: "복구 코드",
        about: "종이에 적어 보관하는 코드 10개입니다. 각 코드는 한 번만 사용할 수 있습니다.",
        prove: "저장해 둔 복구 코드 중 하나를 입력하세요. 각 코드는 한 번만 사용할 수 있습니다.",
        confirm: "",
        label: "복구 코드",
      },
      mail: {
        name: "이메일 코드",
        about: "매번 이메일로 코드를 보내 드립니다.",
        prove: "",
        confirm: "{target} 주소로 코드를 보냈습니다. 여기에 입력하세요.",
        label: "코드",
      },
      passkey: {
        name: "패스키 또는 보안 키",
        about: "지문, 얼굴, PIN 또는 꽂아서 사용하는 키입니다. 가짜 사이트로부터 안전합니다.",
        prove: "이 계정의 패스키 또는 보안 키를 사용하세요.",
        confirm: "패스키를 만들거나 보안 키를 사용하세요.",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "코드" },
  },
  password: {
    ask: {
      heading: "비밀번호 재설정",
      text: "이메일 주소를 입력하세요. 새 비밀번호를 설정할 수 있는 링크를 보내 드립니다.",
      textSignedIn: "비밀번호를 설정하려면 이메일 주소를 확인하세요. 링크를 보내 드립니다.",
      label: "이메일",
      submit: "이메일로 링크 받기",
    },
    set: "비밀번호 설정",
    change: "비밀번호 변경",
    current: "현재 비밀번호",
    password: "새 비밀번호",
    show: "비밀번호 표시",
    capsLock: "Caps Lock이 켜져 있습니다.",
    rules:
      "{min}자 이상이어야 합니다. 서로 관련 없는 단어 4개가 좋습니다. 공백도 사용할 수 있습니다.",
    submit: "비밀번호 저장",
    forgot: "현재 비밀번호를 잊으셨나요?",
    done: {
      heading: "비밀번호가 설정되었습니다",
      text: "이제 이 비밀번호로 로그인할 수 있습니다.",
      submit: "계속",
    },
    errors: {
      "too-short": "비밀번호가 너무 짧습니다. {min}자 이상 입력하세요.",
      "too-long": "비밀번호가 너무 깁니다. {max}자 이하로 입력하세요.",
      "malformed": "비밀번호에 사용할 수 없는 문자가 있습니다. 다른 비밀번호를 선택하세요.",
      "common": "추측하기 쉬운 비밀번호입니다. 다른 비밀번호를 선택하세요.",
      "personal":
        "본인의 주소, 이름 또는 이 사이트의 이름과 같은 비밀번호입니다. 다른 비밀번호를 선택하세요.",
      "breached": "다른 사이트의 데이터 유출로 알려진 비밀번호입니다. 다른 비밀번호를 선택하세요.",
      "different": "두 비밀번호가 서로 다릅니다. 다시 입력하세요.",
      "wrong-password": "현재 비밀번호가 올바르지 않습니다. 다시 시도해 주세요.",
      "expired": "이 페이지가 너무 오래 열려 있었습니다. 이메일 주소를 다시 확인하세요.",
      "default": "완료하지 못했습니다. 다시 시도해 주세요.",
    },
  },
  address: {
    request: {
      heading: "이메일 주소 변경",
      headingWithout: "이메일 주소 추가",
      text: "현재 주소는 {email}입니다. 새 주소로 코드를 보내고, 현재 주소로 변경 알림을 보냅니다.",
      textWithout: "이 계정에는 아직 주소가 없습니다. 입력한 주소로 코드를 보냅니다.",
      label: "새 이메일",
      submit: "코드 보내기",
      unproven: "{email} 주소를 아직 확인하지 않았습니다.",
      prove: "이 주소 확인",
      lost: "더 이상 {email} 주소를 사용할 수 없습니다",
      lostHint: "이 주소로 변경을 취소하는 링크가 없는 이메일을 보냅니다.",
      stale: "먼저 본인 확인을 해 주세요.",
      confirm: "계속",
    },
    code: {
      heading: "코드 입력",
      text:
        "{email} 주소로 이메일을 보냈습니다. 이 주소를 사용하려면 이메일에 있는 코드를 입력하세요.",
      textOwn:
        "{email} 주소로 이메일을 보냈습니다. 주소를 확인하려면 이메일에 있는 코드를 입력하세요.",
      label: "코드",
      submit: "주소 확인",
      cancel: "다른 주소 사용",
    },
    done: {
      heading: "주소가 확인되었습니다",
      text: "계정의 주소는 {email}입니다.",
      submit: "계속",
    },
    undo: {
      heading: "주소 변경을 취소할까요?",
      text:
        "계정의 주소가 다시 {email}(으)로 바뀝니다. 모든 브라우저에서 로그아웃됩니다. 변경 후에 추가된 비밀번호, 패스키, 연결된 계정, 2단계 인증 방법은 삭제됩니다.",
      submit: "변경 취소",
    },
    undone: {
      heading: "변경이 취소되었습니다",
      text: "계정의 주소가 원래대로 돌아왔습니다. 이 주소로 로그인하여 계정 내용을 확인하세요.",
      submit: "로그인",
    },
    lost: {
      heading: "이 링크는 사용할 수 없습니다",
      text: "이미 사용되었거나 유효 기간({time})이 지났습니다.",
      submit: "내 계정으로 이동",
    },
    waiting: {
      heading: "변경은 나중에 취소됩니다",
      text:
        "그 후에 계정이 보호되었으므로 계정 사용자는 {due}까지 이의를 제기할 수 있습니다. 그 시간이 지난 뒤 이메일의 링크를 다시 여세요.",
    },
    contested: {
      heading: "누군가 주소 변경을 취소하려고 합니다",
      text:
        "그 사람은 이전 편지함을 볼 수 있습니다. {due}부터 계정의 주소가 이전 주소로 돌아갈 수 있습니다.",
      submit: "새 주소 유지",
    },
    kept: {
      heading: "주소가 유지됩니다",
      text: "계정의 주소는 {email}입니다. 이전 주소로 보낸 링크는 더 이상 사용할 수 없습니다.",
      submit: "계속",
    },
    errors: {
      "not-two-factors":
        "이 작업은 추가한 지 3일이 지난 방법으로 확인해야 합니다. 이메일 코드는 사용할 수 없습니다.",
      "invalid": "이메일 주소가 아닙니다. 오타가 있는지 확인하세요.",
      "same": "이미 사용 중인 내 주소입니다.",
      "mail-failed": "이메일을 보내지 못했습니다. 주소를 확인하고 다시 시도해 주세요.",
      "wrong-code": "코드가 올바르지 않습니다. 확인하고 다시 시도해 주세요.",
      "expired": "이 코드는 더 이상 사용할 수 없습니다. 새 코드를 요청하세요.",
      "taken": "이 주소는 다른 계정에 속해 있습니다.",
      "moved": "그동안 계정의 주소가 변경되었습니다.",
      "default": "완료하지 못했습니다. 다시 시도해 주세요.",
    },
  },
};
