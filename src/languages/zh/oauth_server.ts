/**
 * Pages of an authorization server, in Simplified Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "授予 {client} 访问权限？",
    text: "仅当您本人在应用中发起时才允许。",
    account: "您的账户",
    target: "浏览器随后返回到",
    access: "之后，该应用可以",
    own: "关于您",
    scopes: {
      openid: "看到是您本人在登录",
      profile: "查看您的姓名和头像",
      email: "查看您的邮箱地址",
      offline_access: "在您离开时保留访问权限",
    },
    organization: "所属组织",
    stranger: "此应用的名称由其自行选择，未经核实。它获得的信息将发送到 {target}。",
    loopback: "响应将发送给此设备上的程序。任何程序都可以使用这个名称。",
    allow: "允许",
    deny: "拒绝",
    another: "使用其他账户",
  },
  leave: {
    heading: "要前往 {target} 吗？",
    text: "一个未经核实的应用正将您带往该地址。仅当您认识此地址时才继续。",
  },
  apps: {
    title: "有访问权限的应用",
    text: "您已授予这些应用访问您账户的权限。您可以随时终止。",
    row: {
      heading: "有访问权限的应用",
      none: "没有应用可以访问您的账户。",
      open: "管理应用",
    },
    given: "授权于 {date}",
    used: "上次使用于 {date}",
    neverUsed: "尚未使用",
    end: {
      act: "终止访问",
      actOf: "终止访问：{client}",
      heading: "终止 {client} 的访问？",
      text: "该应用将无法再代您操作。如需再次使用，您必须重新授予访问权限。",
      submit: "终止访问",
    },
    ended: "该应用已无访问权限。",
    unknown: "此应用已无访问权限。",
  },
};
