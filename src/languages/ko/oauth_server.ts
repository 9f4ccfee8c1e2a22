/**
 * Pages of an authorization server, in Korean.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "{client}에 액세스를 허용할까요?",
    text: "앱에서 직접 시작한 경우에만 허용하세요.",
    account: "내 계정",
    target: "브라우저가 다음에 돌아갈 곳",
    access: "앱이 할 수 있게 되는 작업",
    own: "내 정보",
    scopes: {
      openid: "로그인하는 사람이 나임을 확인",
      profile: "이름과 사진 보기",
      email: "이메일 주소 보기",
      offline_access: "내가 없을 때도 액세스 유지",
    },
    organization: "대상 조직",
    stranger:
      "이 앱의 이름은 앱이 직접 정한 것이며 확인되지 않았습니다. 앱이 알게 되는 내용은 {target}에 전송됩니다.",
    loopback:
      "응답은 이 기기의 프로그램으로 전송됩니다. 어떤 프로그램이든 이 이름을 쓸 수 있습니다.",
    allow: "허용",
    deny: "거부",
    another: "다른 계정 사용",
  },
  leave: {
    heading: "{target}(으)로 이동할까요?",
    text: "확인되지 않은 앱이 이 주소로 보내려고 합니다. 아는 주소인 경우에만 계속하세요.",
  },
  apps: {
    title: "액세스 권한이 있는 앱",
    text: "이 앱들에 내 계정에 대한 액세스를 허용했습니다. 언제든지 종료할 수 있습니다.",
    row: {
      heading: "액세스 권한이 있는 앱",
      none: "내 계정에 액세스할 수 있는 앱이 없습니다.",
      open: "앱 관리",
    },
    given: "허용한 날짜: {date}",
    used: "마지막 사용: {date}",
    neverUsed: "아직 사용하지 않음",
    end: {
      act: "액세스 종료",
      actOf: "액세스 종료: {client}",
      heading: "{client}의 액세스를 종료할까요?",
      text:
        "앱이 더 이상 나를 대신해 작업할 수 없습니다. 다시 사용하려면 액세스를 다시 허용해야 합니다.",
      submit: "액세스 종료",
    },
    ended: "앱에 더 이상 액세스 권한이 없습니다.",
    unknown: "이 앱에는 더 이상 액세스 권한이 없습니다.",
  },
};
