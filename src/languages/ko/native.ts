/**
 * The page that asks whether an app may sign in, in Korean.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "{client}에 로그인할까요?",
  unnamed: "이 앱에 로그인할까요?",
  text:
    "앱에서 직접 시작한 경우에만 계속하세요. 계속하면 앱이 사용자를 대신하여 작업할 수 있습니다.",
  account: "내 계정",
  target: "다음에 열릴 앱",
  local: "이 컴퓨터의 앱",
  submit: "계속",
  cancel: "취소",
  another: "다른 계정 사용",
};
