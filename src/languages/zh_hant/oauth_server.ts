/**
 * Pages of an authorization server, in Traditional Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "授予 {client} 存取權限？",
    text: "僅當您本人在應用程式中發起時才允許。",
    account: "您的帳戶",
    target: "瀏覽器隨後返回到",
    access: "之後，該應用程式可以",
    own: "關於您",
    scopes: {
      openid: "看到是您本人在登入",
      profile: "檢視您的姓名和相片",
      email: "檢視您的電子郵件地址",
      offline_access: "在您離開時保留存取權限",
    },
    organization: "所屬組織",
    stranger: "此應用程式的名稱由其自行選擇，未經核實。它取得的資訊將傳送到 {target}。",
    loopback: "回應將傳送給此裝置上的程式。任何程式都可以使用這個名稱。",
    allow: "允許",
    deny: "拒絕",
    another: "使用其他帳戶",
  },
  leave: {
    heading: "要前往 {target} 嗎？",
    text: "一個未經查證的應用程式正將您帶往該位址。僅當您認得此位址時才繼續。",
  },
  apps: {
    title: "有存取權限的應用程式",
    text: "您已授予這些應用程式存取您帳戶的權限。您可以隨時終止。",
    row: {
      heading: "有存取權限的應用程式",
      none: "沒有應用程式可以存取您的帳戶。",
      open: "管理應用程式",
    },
    given: "授權於 {date}",
    used: "上次使用於 {date}",
    neverUsed: "尚未使用",
    end: {
      act: "終止存取",
      actOf: "終止存取：{client}",
      heading: "終止 {client} 的存取？",
      text: "該應用程式將無法再代您操作。如需再次使用，您必須重新授予存取權限。",
      submit: "終止存取",
    },
    ended: "該應用程式已無存取權限。",
    unknown: "此應用程式已無存取權限。",
  },
};
