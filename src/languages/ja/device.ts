/**
 * The page on which users type the code of another device, in Japanese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "デバイスを接続",
    text: "デバイスに表示されているコードを入力してください。",
    label: "コード",
    submit: "続ける",
    unknown:
      "このコードは無効か、有効期限が切れています。コードを確認するか、デバイスで新しいコードを取得してください。",
  },
  ask: {
    text:
      "ご自身のデバイスに今このコードが表示されていて、ご自身で開始した場合のみ許可してください。誰かからコードが送られてきた場合は拒否してください。",
    code: "デバイスに表示されているコード",
    device: "デバイス",
    place: "デバイスの場所",
    stranger: "このアプリの名前はアプリ自身が付けたもので、確認されていません。",
  },
  allowed: {
    heading: "デバイスが接続されました",
    text: "デバイスに戻ってください。",
  },
  denied: {
    heading: "アクセスを拒否しました",
    text: "デバイスはアカウントにアクセスできません。",
  },
};
