/**
 * Pages of API keys, in Korean.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
export const keys: Texts["keys"] = {
  title: "내 API 키",
  text: "키가 있으면 프로그램이 나를 대신해 작업할 수 있습니다. 프로그램마다 다른 키를 사용하세요.",
  row: {
    heading: "API 키",
    none: "API 키가 없습니다.",
    open: "API 키 관리",
  },
  created: "만든 날짜: {date}",
  used: "마지막 사용: {date}",
  neverUsed: "아직 사용하지 않음",
  expires: "유효 기한: {date}",
  endless: "만료되지 않음",
  replaced: "교체됨, 유효 기한: {date}",
  all: "내가 할 수 있는 모든 작업",
  create: {
    heading: "키 만들기",
    name: "이름",
    scopes: "키로 할 수 있는 작업",
    days: "유효 일수",
    submit: "이 키 만들기",
  },
  made: {
    heading: "새 키",
    text: "지금 복사해서 안전한 곳에 보관하세요. 다시 표시되지 않습니다.",
    key: "API 키",
    done: "완료",
  },
  rotate: {
    act: "교체",
    actOf: "교체: {name}",
    heading: "{name} 키를 교체할까요?",
    text: "같은 작업을 할 수 있는 새 키를 받습니다. 현재 키의 유효 기한: {date}.",
    submit: "새 키 만들기",
  },
  revoke: {
    act: "폐기",
    actOf: "폐기: {name}",
    heading: "{name} 키를 폐기할까요?",
    text: "이 키를 가진 프로그램은 더 이상 나를 대신해 작업할 수 없습니다. 되돌릴 수 없습니다.",
    submit: "키 폐기",
  },
  done: {
    made: "키를 만들었습니다. 한 번만 표시되므로, 복사하지 않았다면 교체하세요.",
    revoked: "키를 폐기했습니다.",
  },
  reasons: {
    forbidden: "본인에게 허용되지 않은 작업이 있습니다.",
    rotated: "이미 교체된 키입니다.",
    "too-many": "키가 너무 많습니다. 필요 없는 키를 폐기하세요.",
    unknown: "이 키는 더 이상 없습니다.",
  },
  faults: {
    scopes: "키로 할 수 있는 작업을 선택하세요.",
    expiresIn: "1부터 3650까지의 일수를 입력하세요.",
  },
};

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "{organization}의 API 키",
  text:
    "키가 있으면 프로그램이 조직을 대신해 작업할 수 있습니다. 키를 만든 사람이 나가도 키는 남습니다.",
  none: "조직에 API 키가 없습니다.",
  all: "조직이 할 수 있는 모든 작업",
  allOfService: "서비스가 할 수 있는 모든 작업",
  service: "서비스: {name}",
  services: {
    heading: "서비스",
    text:
      "서비스는 빌드 서버와 같은 조직의 프로그램입니다. 서비스의 키로는 서비스가 할 수 있는 작업만 할 수 있습니다.",
    add: "서비스 만들기",
    created: "만든 날짜: {date}",
  },
  create: {
    heading: "서비스 만들기",
    scopes: "서비스가 할 수 있는 작업",
    submit: "이 서비스 만들기",
  },
  key: {
    act: "키 만들기",
    actOf: "키 만들기: {name}",
    heading: "{name} 서비스의 키 만들기",
  },
  delete: {
    act: "삭제",
    actOf: "삭제: {name}",
    heading: "{name} 서비스를 삭제할까요?",
    text: "서비스의 모든 키도 함께 폐기됩니다. 되돌릴 수 없습니다.",
    submit: "서비스 삭제",
  },
  revoke: "이 키를 가진 프로그램은 더 이상 조직을 대신해 작업할 수 없습니다. 되돌릴 수 없습니다.",
  done: {
    service: "서비스를 만들었습니다. 아직 키가 없습니다.",
    "service-deleted": "서비스와 서비스의 키를 삭제했습니다.",
  },
  reasons: {
    "too-many": "조직의 키나 서비스가 너무 많습니다. 필요 없는 것을 삭제하세요.",
    unknown: "이 키나 서비스는 더 이상 없습니다.",
  },
  scopes: "서비스가 할 수 있는 작업을 선택하세요.",
};
