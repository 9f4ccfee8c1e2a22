/**
 * Pages of API keys, in Simplified Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
export const keys: Texts["keys"] = {
  title: "您的 API 密钥",
  text: "程序持有密钥后，可以代您操作。请为每个程序使用单独的密钥。",
  row: {
    heading: "API 密钥",
    none: "您没有 API 密钥。",
    open: "管理 API 密钥",
  },
  created: "创建于 {date}",
  used: "上次使用于 {date}",
  neverUsed: "尚未使用",
  expires: "有效期至 {date}",
  endless: "永不过期",
  replaced: "已替换，有效期至 {date}",
  all: "您可以执行的所有操作",
  create: {
    heading: "创建密钥",
    name: "名称",
    scopes: "密钥可以执行的操作",
    days: "有效天数",
    submit: "创建该密钥",
  },
  made: {
    heading: "您的新密钥",
    text: "请立即复制并妥善保管。密钥不会再次显示。",
    key: "API 密钥",
    done: "完成",
  },
  rotate: {
    act: "替换",
    actOf: "替换：{name}",
    heading: "替换 {name}？",
    text: "您将获得一个权限相同的新密钥。当前密钥有效期至 {date}。",
    submit: "创建新密钥",
  },
  revoke: {
    act: "撤销",
    actOf: "撤销：{name}",
    heading: "撤销 {name}？",
    text: "持有该密钥的程序将无法再代您操作。此操作无法撤回。",
    submit: "撤销该密钥",
  },
  done: {
    made: "密钥已创建，且只显示一次。如果您没有复制，请替换它。",
    revoked: "密钥已撤销。",
  },
  reasons: {
    forbidden: "其中有您自己无权执行的操作。",
    rotated: "该密钥已被替换。",
    "too-many": "您的密钥过多。请撤销一个不需要的密钥。",
    unknown: "该密钥已不存在。",
  },
  faults: {
    scopes: "请选择密钥可以执行的操作。",
    expiresIn: "请输入 1 到 3650 之间的天数。",
  },
};

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "{organization} 的 API 密钥",
  text: "程序持有密钥后，可以代表组织操作。创建密钥的人离开后，密钥仍然保留。",
  none: "该组织没有 API 密钥。",
  all: "组织可以执行的所有操作",
  allOfService: "服务可以执行的所有操作",
  service: "服务：{name}",
  services: {
    heading: "服务",
    text: "服务是组织的程序，例如构建服务器。服务的密钥只能执行服务可以执行的操作。",
    add: "创建服务",
    created: "创建于 {date}",
  },
  create: {
    heading: "创建服务",
    scopes: "服务可以执行的操作",
    submit: "创建该服务",
  },
  key: {
    act: "创建密钥",
    actOf: "创建密钥：{name}",
    heading: "为 {name} 创建密钥",
  },
  delete: {
    act: "删除",
    actOf: "删除：{name}",
    heading: "删除 {name}？",
    text: "该服务的所有密钥将一并失效。此操作无法撤回。",
    submit: "删除该服务",
  },
  revoke: "持有该密钥的程序将无法再代表组织操作。此操作无法撤回。",
  done: {
    service: "服务已创建，尚无密钥。",
    "service-deleted": "服务及其密钥已删除。",
  },
  reasons: {
    "too-many": "组织的密钥或服务过多。请删除不需要的项。",
    unknown: "该密钥或服务已不存在。",
  },
  scopes: "请选择服务可以执行的操作。",
};
