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
    heading: "{client} にアカウントへのアクセスを許可しますか？",
    text:
      "ご自身のデバイスに今このコードが表示されていて、ご自身で開始した場合のみ許可してください。誰かからコードが送られてきた場合は拒否してください。",
    code: "デバイスに表示されているコード",
    device: "デバイス",
    place: "デバイスの場所",
    account: "あなたのアカウント",
    scopes: "許可すると可能になること",
    deny: "拒否",
    allow: "許可",
    another: "別のアカウントを使用",
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
