/**
 * The page that asks whether an app may sign in, in Traditional Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "登入 {client}？",
  unnamed: "登入此應用程式？",
  text: "僅當您本人在應用程式中發起登入時才繼續。之後，該應用程式可以代表您執行操作。",
  account: "您的帳戶",
  target: "接下來開啟的應用程式",
  local: "這部電腦上的應用程式",
  submit: "繼續",
  cancel: "取消",
  another: "使用其他帳戶",
};
