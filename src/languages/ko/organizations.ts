/**
 * Pages of organizations, and emails about them, in Korean.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "내 조직",
  row: {
    heading: "조직",
    none: "속한 조직이 없습니다.",
    open: "조직 관리",
  },
  owner: "소유자",
  none: "속한 조직이 없습니다. 참여하려면 받은 초대의 링크를 여세요.",
  since: "구성원 시작: {date}",
  create: {
    heading: "조직 만들기",
    name: "이름",
    slug: "웹 주소에 쓰는 이름",
    rules: "영문 소문자, 숫자, 하이픈 1~63자. 하이픈은 처음과 끝에 쓸 수 없습니다.",
    submit: "이 조직 만들기",
  },
  members: {
    heading: "구성원",
    you: "나",
    managed: "디렉터리에서 관리",
    more: "구성원 더 보기",
    first: "첫 구성원",
    settings: "설정",
    leave: "조직 나가기",
  },
  member: {
    role: "역할",
    removeText: "제거된 사람은 조직에 속한 것을 더 이상 열 수 없습니다.",
    remove: "조직에서 제거",
    transfer: "이 구성원에게 소유권 넘기기",
  },
  invitations: {
    heading: "초대",
    invite: "이메일로 초대",
    submit: "초대 보내기",
    until: "유효 기한: {date}",
    cancel: "취소",
    cancelOf: "취소: {email} 초대",
  },
  leave: {
    heading: "{organization}에서 나갈까요?",
    text: "그러면 조직에 속한 것을 더 이상 열 수 없습니다. 다시 들어오려면 초대가 필요합니다.",
    submit: "조직 나가기",
  },
  settings: {
    title: "{organization} 설정",
    back: "{organization}(으)로 돌아가기",
    nameTitle: "이름 변경",
    slugTitle: "웹 주소에 쓰는 이름 변경",
    slugText: "지금 이름의 링크는 더 이상 작동하지 않습니다.",
    policy: "로그인 규칙",
    policyNone: "구성원은 어떤 방법으로든 로그인할 수 있습니다.",
    demands: {
      methods: "인증 방법: {list}",
      providers: "로그인 수단: {list}",
      domains: "이메일 도메인: {list}",
      proofMaxAge: "다시 인증하기까지: {time}",
      sessionMaxAge: "다시 로그인하기까지: {time}",
    },
  },
  transfer: {
    heading: "소유권을 넘길까요?",
    text:
      "새 소유자는 {organization}에서 모든 것을 할 수 있고 나를 제거할 수도 있습니다. 혼자서는 되돌릴 수 없습니다.",
    member: "새 소유자",
    becomes: "그 이후 내 역할",
    submit: "소유권 넘기기",
    none: "다른 구성원이 없습니다. 먼저 누군가를 초대하세요.",
  },
  delete: {
    heading: "{organization} 삭제",
    text: "되돌릴 수 없습니다. 조직은 바로 삭제되며 다음도 함께 사라집니다.",
    gone: {
      members: "나를 포함한 모든 구성원 자격",
      invitations: "모든 초대",
      slug: "웹 주소에 쓰는 이름(다른 조직이 쓸 수 있게 됩니다)",
    },
    row: "조직 삭제",
    submit: "조직 영구 삭제",
  },
  invitation: {
    heading: "{organization}에 참여할까요?",
    text: "{inviter} 님이 구성원으로 초대했습니다.",
    textOfApp: "구성원으로 초대받았습니다.",
    role: "내 역할",
    address: "초대받은 주소",
    accept: "초대 수락",
    signIn: "초대받은 주소로 로그인하세요. 그러면 초대를 수락할 수 있습니다.",
    another:
      "{account}(으)로 로그인되어 있습니다. 초대받은 주소만 수락할 수 있습니다. 로그아웃한 다음 그 주소로 로그인하세요.",
    unproven:
      "이 계정은 초대받은 주소를 아직 확인하지 않았습니다. 주소를 확인하고 링크를 다시 여세요.",
    ended: "이 초대는 더 이상 유효하지 않습니다",
    endedText: "이미 사용되었거나 취소되었거나 만료되었습니다. 조직에 새 초대를 요청하세요.",
  },
  done: {
    created: "조직을 만들었습니다.",
    updated: "변경 사항을 저장했습니다.",
    invited: "초대를 보냈습니다.",
    cancelled: "초대를 취소했습니다.",
    role: "역할을 변경했습니다.",
    removed: "구성원을 제거했습니다.",
    left: "조직에서 나왔습니다.",
    joined: "이제 구성원입니다.",
    transferred: "소유권을 넘겼습니다.",
    deleted: "조직을 삭제했습니다.",
  },
  refused: "지금은 이 조직을 열 수 없습니다",
  reasons: {
    "domain-not-allowed": "내 이메일 주소는 이 조직의 주소가 아닙니다.",
    forbidden: "내 역할로는 할 수 없습니다.",
    "invitation-expired": "이 초대는 더 이상 유효하지 않습니다.",
    "invitation-other-address": "이 초대는 다른 이메일 주소를 위한 것입니다.",
    "inviter-lost-right": "초대한 사람에게 더 이상 권한이 없습니다. 새 초대를 요청하세요.",
    "last-owner": "조직에는 소유자가 필요합니다. 먼저 소유권을 넘기세요.",
    "not-member": "그 구성원은 더 이상 없습니다.",
    "proof-too-weak": "먼저 본인 확인을 하세요.",
    "provider-required": "조직의 로그인을 사용하세요.",
    "role-beyond-own": "내 역할로는 이 역할을 주거나 거둘 수 없습니다.",
    "session-too-old": "다시 로그인하세요.",
    "slug-taken": "다른 조직이 웹 주소에 이 이름을 쓰고 있습니다. 다른 이름을 고르세요.",
    "too-many": "횟수가 너무 많습니다. 나중에 다시 시도하세요.",
  },
  faults: {
    email: "이메일 주소를 입력하세요.",
    slug: "이 이름은 웹 주소에 쓸 수 없습니다.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "{organization}의 구성원이 되었습니다",
    text: "내 역할: {role}.",
    advice: "모르는 조직이면 나가세요.",
    button: "조직 열기",
  },
  deleted: {
    subject: "{organization}이(가) 삭제되었습니다",
    text: "더 이상 구성원이 아니며 이 조직으로의 초대도 유효하지 않습니다.",
    advice: "질문이 있으면 조직의 다른 소유자에게 문의하세요.",
    button: "내 조직",
  },
  invitation: {
    subject: "{organization} 초대",
    text: "내 역할: {role}. 이 초대는 이 주소를 위한 것이며 7일 후에 끝납니다.",
    advice: "모르는 조직이면 이 이메일을 무시하세요.",
    button: "초대 보기",
  },
  "ownership-moved": {
    subject: "{organization}의 소유자가 바뀌었습니다",
    text: "현재 내 역할: {role}.",
    advice: "질문이 있으면 조직의 소유자에게 문의하세요.",
    button: "조직 열기",
  },
  removed: {
    subject: "더 이상 {organization}의 구성원이 아닙니다",
    text: "이 조직에 속한 것을 더 이상 열 수 없습니다.",
    advice: "질문이 있으면 조직의 소유자에게 문의하세요.",
    button: "내 조직",
  },
  "role-changed": {
    subject: "{organization}에서의 역할이 바뀌었습니다",
    text: "현재 역할: {role}.",
    advice: "질문이 있으면 조직의 소유자에게 문의하세요.",
    button: "조직 열기",
  },
};
