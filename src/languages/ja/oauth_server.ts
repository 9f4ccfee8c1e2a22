/**
 * Pages of an authorization server, in Japanese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "{client} にアクセスを許可しますか？",
    text: "ご自身がアプリで開始した場合のみ許可してください。",
    account: "あなたのアカウント",
    target: "ブラウザーが次に戻る先",
    access: "アプリができるようになること",
    own: "あなたについて",
    scopes: {
      openid: "ログインしたのがあなたであることの確認",
      profile: "名前と写真の表示",
      email: "メールアドレスの表示",
      offline_access: "あなたの不在時のアクセスの維持",
    },
    organization: "対象の組織",
    stranger:
      "このアプリの名前はアプリ自身が付けたもので、確認されていません。アプリが得た情報は {target} に送られます。",
    loopback:
      "応答はこのデバイス上のプログラムに送られます。どのプログラムもこの名前を名乗ることができます。",
    allow: "許可する",
    deny: "拒否する",
    another: "別のアカウントを使用",
  },
  leave: {
    heading: "{target} に移動しますか？",
    text:
      "確認されていないアプリがこのアドレスに移動させようとしています。アドレスに心当たりがある場合のみ続けてください。",
  },
  apps: {
    title: "アクセスできるアプリ",
    text: "これらのアプリに、アカウントへのアクセスを許可しました。いつでも終了できます。",
    row: {
      heading: "アクセスできるアプリ",
      none: "アカウントにアクセスできるアプリはありません。",
      open: "アプリを管理",
    },
    given: "許可日: {date}",
    used: "最終使用日: {date}",
    neverUsed: "未使用",
    end: {
      act: "アクセスを終了",
      actOf: "アクセスを終了: {client}",
      heading: "{client} のアクセスを終了しますか？",
      text:
        "アプリは、あなたの代わりに操作できなくなります。再び使用するには、もう一度アクセスを許可する必要があります。",
      submit: "アクセスを終了する",
    },
    ended: "アプリはアクセスできなくなりました。",
    unknown: "このアプリはもうアクセスできません。",
  },
};
