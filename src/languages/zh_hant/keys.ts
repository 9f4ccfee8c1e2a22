/**
 * Pages of API keys, in Traditional Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
export const keys: Texts["keys"] = {
  title: "您的 API 金鑰",
  text: "程式持有金鑰後，可以代您操作。請為每個程式使用單獨的金鑰。",
  row: {
    heading: "API 金鑰",
    none: "您沒有 API 金鑰。",
    open: "管理 API 金鑰",
  },
  created: "建立於 {date}",
  used: "上次使用於 {date}",
  neverUsed: "尚未使用",
  expires: "有效期至 {date}",
  endless: "永不過期",
  replaced: "已更換，有效期至 {date}",
  all: "您可以執行的所有操作",
  create: {
    heading: "建立金鑰",
    name: "名稱",
    scopes: "金鑰可以執行的操作",
    days: "有效天數",
    submit: "建立此金鑰",
  },
  made: {
    heading: "您的新金鑰",
    text: "請立即複製並妥善保管。金鑰不會再次顯示。",
    key: "API 金鑰",
    done: "完成",
  },
  rotate: {
    act: "更換",
    actOf: "更換：{name}",
    heading: "更換 {name}？",
    text: "您將取得一個權限相同的新金鑰。目前的金鑰有效期至 {date}。",
    submit: "建立新金鑰",
  },
  revoke: {
    act: "撤銷",
    actOf: "撤銷：{name}",
    heading: "撤銷 {name}？",
    text: "持有此金鑰的程式將無法再代您操作。此操作無法復原。",
    submit: "撤銷此金鑰",
  },
  done: {
    made: "金鑰已建立，且只顯示一次。如果您沒有複製，請更換它。",
    revoked: "金鑰已撤銷。",
  },
  reasons: {
    forbidden: "其中有您自己無權執行的操作。",
    rotated: "此金鑰已被更換。",
    "too-many": "您的金鑰過多。請撤銷一個不需要的金鑰。",
    unknown: "此金鑰已不存在。",
  },
  faults: {
    scopes: "請選擇金鑰可以執行的操作。",
    expiresIn: "請輸入 1 到 3650 之間的天數。",
  },
};

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "{organization} 的 API 金鑰",
  text: "程式持有金鑰後，可以代表組織操作。建立金鑰的人離開後，金鑰仍會保留。",
  none: "此組織沒有 API 金鑰。",
  all: "組織可以執行的所有操作",
  allOfService: "服務可以執行的所有操作",
  service: "服務：{name}",
  services: {
    heading: "服務",
    text: "服務是組織的程式，例如建置伺服器。服務的金鑰只能執行服務可以執行的操作。",
    add: "建立服務",
    created: "建立於 {date}",
  },
  create: {
    heading: "建立服務",
    scopes: "服務可以執行的操作",
    submit: "建立此服務",
  },
  key: {
    act: "建立金鑰",
    actOf: "建立金鑰：{name}",
    heading: "為 {name} 建立金鑰",
  },
  delete: {
    act: "刪除",
    actOf: "刪除：{name}",
    heading: "刪除 {name}？",
    text: "此服務的所有金鑰將一併失效。此操作無法復原。",
    submit: "刪除此服務",
  },
  revoke: "持有此金鑰的程式將無法再代表組織操作。此操作無法復原。",
  done: {
    service: "服務已建立，尚無金鑰。",
    "service-deleted": "服務及其金鑰已刪除。",
  },
  reasons: {
    "too-many": "組織的金鑰或服務過多。請刪除不需要的項目。",
    unknown: "此金鑰或服務已不存在。",
  },
  scopes: "請選擇服務可以執行的操作。",
};
