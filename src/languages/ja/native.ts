/**
 * The page that asks whether an app may sign in, in Japanese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "{client} にログインしますか？",
  unnamed: "このアプリにログインしますか？",
  text:
    "ご自身がアプリで開始した場合のみ続けてください。続けると、アプリがあなたに代わって操作できるようになります。",
  account: "あなたのアカウント",
  target: "次に開くアプリ",
  local: "このコンピューター上のアプリ",
  submit: "続ける",
  cancel: "キャンセル",
  another: "別のアカウントを使用",
};
