/**
 * The page that asks whether an app may sign in, in Simplified Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "登录 {client}？",
  unnamed: "登录此应用？",
  text: "仅当您本人在应用中发起登录时才继续。之后，该应用可以代表您执行操作。",
  account: "您的账户",
  target: "接下来打开的应用",
  local: "此计算机上的应用",
  submit: "继续",
  cancel: "取消",
  another: "使用其他账户",
};
