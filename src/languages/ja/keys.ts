/**
 * Pages of API keys, in Japanese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
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

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "{organization} の API キー",
  text:
    "キーがあれば、プログラムが組織に代わって操作できます。キーは、作成した人が退出しても残ります。",
  none: "組織には API キーがありません。",
  all: "組織に許可されているすべての操作",
  allOfService: "サービスに許可されているすべての操作",
  service: "サービス: {name}",
  services: {
    heading: "サービス",
    text:
      "サービスは、ビルドサーバーなど、組織のプログラムです。そのキーでできるのは、サービスに許可された操作だけです。",
    add: "サービスを作成",
    created: "作成日: {date}",
  },
  create: {
    heading: "サービスを作成",
    scopes: "サービスに許可する操作",
    submit: "サービスを作成する",
  },
  key: {
    act: "キーを作成",
    actOf: "キーを作成: {name}",
    heading: "{name} のキーを作成",
  },
  delete: {
    act: "削除",
    actOf: "削除: {name}",
    heading: "{name} を削除しますか？",
    text: "サービスのすべてのキーも無効になります。元に戻すことはできません。",
    submit: "サービスを削除する",
  },
  revoke:
    "このキーを持つプログラムは、組織に代わって操作できなくなります。元に戻すことはできません。",
  done: {
    service: "サービスを作成しました。キーはまだありません。",
    "service-deleted": "サービスとそのキーを削除しました。",
  },
  reasons: {
    "too-many": "組織のキーまたはサービスが多すぎます。不要なものを削除してください。",
    unknown: "このキーまたはサービスはもうありません。",
  },
  scopes: "サービスに許可する操作を選択してください。",
};
