/**
 * Page of API keys, in Japanese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const keys: Texts["keys"] = {
  title: "API キー",
  text:
    "キーがあれば、プログラムがあなたの代わりに操作できます。プログラムごとに別のキーを使ってください。",
  row: {
    heading: "API キー",
    none: "API キーはありません。",
    open: "API キーを管理",
  },
  created: "作成日: {date}",
  used: "最終使用日: {date}",
  neverUsed: "未使用",
  expires: "{date} まで有効",
  endless: "有効期限なし",
  replaced: "置き換え済み、{date} まで有効",
  all: "あなたに許可されているすべての操作",
  create: {
    heading: "キーを作成",
    name: "名前",
    scopes: "キーに許可する操作",
    days: "有効日数",
    submit: "キーを作成する",
  },
  made: {
    heading: "新しいキー",
    text: "今すぐコピーし、安全な場所に保管してください。再び表示されることはありません。",
    key: "API キー",
    done: "完了",
  },
  rotate: {
    act: "置き換える",
    actOf: "置き換える: {name}",
    heading: "{name} を置き換えますか？",
    text: "同じ操作ができる新しいキーが作成されます。現在のキーは {date} まで有効です。",
    submit: "新しいキーを作成する",
  },
  revoke: {
    act: "無効にする",
    actOf: "無効にする: {name}",
    heading: "{name} を無効にしますか？",
    text:
      "このキーを持つプログラムは、あなたの代わりに操作できなくなります。元に戻すことはできません。",
    submit: "キーを無効にする",
  },
  done: {
    made: "キーを作成しました。表示は一度だけです。コピーしていない場合は置き換えてください。",
    revoked: "キーを無効にしました。",
  },
  reasons: {
    forbidden: "あなた自身に許可されていない操作が含まれています。",
    rotated: "このキーはすでに置き換えられています。",
    "too-many": "キーが多すぎます。不要なキーを無効にしてください。",
    unknown: "このキーはもうありません。",
  },
  faults: {
    scopes: "キーに許可する操作を選択してください。",
    expiresIn: "1 から 3650 までの日数を入力してください。",
  },
};
