/**
 * The page on which users type the code of another device, in Traditional Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "連接裝置",
    text: "輸入您的裝置顯示的代碼。",
    label: "代碼",
    submit: "繼續",
    unknown: "此代碼無效或已過期。請檢查代碼，或在裝置上取得新代碼。",
  },
  ask: {
    text:
      "僅當您自己的裝置現在顯示此代碼，並且由您本人發起時才允許。如果代碼是別人傳給您的，請拒絕。",
    code: "您裝置上的代碼",
    device: "裝置",
    place: "裝置所在位置",
    stranger: "此應用程式的名稱由其自行選擇，未經核實。",
  },
  allowed: {
    heading: "您的裝置已連接",
    text: "現在可以返回裝置。",
  },
  denied: {
    heading: "已拒絕存取",
    text: "該裝置無法存取您的帳戶。",
  },
};
