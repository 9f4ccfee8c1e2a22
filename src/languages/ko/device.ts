/**
 * The page on which users type the code of another device, in Korean.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "기기 연결",
    text: "기기에 표시된 코드를 입력하세요.",
    label: "코드",
    submit: "계속",
    unknown:
      "코드가 올바르지 않거나 만료되었습니다. 코드를 확인하거나 기기에서 새 코드를 요청하세요.",
  },
  ask: {
    text:
      "내 기기에 지금 이 코드가 표시되어 있고 직접 시작한 경우에만 허용하세요. 누군가 코드를 보냈다면 거부하세요.",
    code: "기기의 코드",
    device: "기기",
    place: "기기의 위치",
    stranger: "이 앱의 이름은 앱이 직접 정한 것이며 확인되지 않았습니다.",
  },
  allowed: {
    heading: "기기가 연결되었습니다",
    text: "이제 기기로 돌아가세요.",
  },
  denied: {
    heading: "액세스를 거부했습니다",
    text: "기기는 계정에 액세스할 수 없습니다.",
  },
};
