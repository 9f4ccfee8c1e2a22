/**
 * Pages of organizations, and emails about them, in Traditional Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "您的組織",
  row: {
    heading: "組織",
    none: "您不屬於任何組織。",
    open: "管理組織",
  },
  owner: "擁有者",
  none: "您不屬於任何組織。若要加入組織，請開啟您收到的邀請中的連結。",
  since: "{date} 起成為成員",
  create: {
    heading: "建立組織",
    name: "名稱",
    slug: "網址中的名稱",
    rules: "1 到 63 個小寫字母、數字和連字號。連字號不能在開頭或結尾。",
    submit: "建立此組織",
  },
  members: {
    heading: "成員",
    you: "您",
    managed: "由目錄管理",
    more: "更多成員",
    first: "最前面的成員",
    settings: "設定",
    leave: "退出組織",
  },
  member: {
    role: "角色",
    removeText: "被移除的人將無法再開啟屬於該組織的內容。",
    remove: "從組織中移除",
    transfer: "將擁有權轉移給此成員",
  },
  invitations: {
    heading: "邀請",
    invite: "以電子郵件邀請",
    submit: "傳送邀請",
    until: "有效期至 {date}",
    cancel: "取消",
    cancelOf: "取消：給 {email} 的邀請",
  },
  leave: {
    heading: "要退出 {organization} 嗎？",
    text: "之後您將無法開啟屬於它的內容。若要回來，您需要邀請。",
    submit: "退出此組織",
  },
  settings: {
    title: "{organization} 的設定",
    back: "返回 {organization}",
    nameTitle: "變更名稱",
    slugTitle: "變更網址中的名稱",
    slugText: "使用目前名稱的連結將失效。",
    policy: "登入規則",
    policyNone: "成員可以用任何方式登入。",
    demands: {
      methods: "驗證方式：{list}",
      providers: "登入方式：{list}",
      domains: "電子郵件網域：{list}",
      proofMaxAge: "多久後重新驗證：{time}",
      sessionMaxAge: "多久後重新登入：{time}",
    },
  },
  transfer: {
    heading: "要轉移擁有權嗎？",
    text: "新的擁有者可以在 {organization} 中做任何事，也可以移除您。您無法自行復原。",
    member: "新的擁有者",
    becomes: "您此後的角色",
    submit: "轉移擁有權",
    none: "沒有其他成員。請先邀請他人。",
  },
  delete: {
    heading: "刪除 {organization}",
    text: "此操作無法復原。組織將立即刪除，一併刪除的還有：",
    gone: {
      members: "所有成員資格，包括您的",
      invitations: "所有邀請",
      slug: "它在網址中的名稱，之後他人可以使用",
    },
    row: "刪除組織",
    submit: "永久刪除組織",
  },
  invitation: {
    heading: "要加入 {organization} 嗎？",
    text: "{inviter} 邀請您成為成員。",
    textOfApp: "您受邀成為成員。",
    role: "您的角色",
    address: "受邀地址",
    accept: "接受邀請",
    signIn: "請用受邀地址登入。然後您就可以接受邀請。",
    another: "您已登入為 {account}。只有受邀地址可以接受：請登出，再用該地址登入。",
    unproven: "您的帳戶尚未確認受邀地址。請先確認，然後重新開啟連結。",
    ended: "此邀請已失效",
    endedText: "它已被使用、被取消或已過期。請向該組織索取新的邀請。",
  },
  done: {
    created: "組織已建立。",
    updated: "變更已儲存。",
    invited: "邀請已傳送。",
    cancelled: "邀請已取消。",
    role: "角色已變更。",
    removed: "成員已移除。",
    left: "您已退出此組織。",
    joined: "您現在是成員了。",
    transferred: "擁有權已轉移。",
    deleted: "組織已刪除。",
  },
  refused: "您現在無法開啟此組織",
  reasons: {
    "domain-not-allowed": "您的電子郵件地址不屬於此組織。",
    forbidden: "您的角色不允許此操作。",
    "invitation-expired": "此邀請已失效。",
    "invitation-other-address": "此邀請是給另一個電子郵件地址的。",
    "inviter-lost-right": "邀請您的人已無權邀請。請索取新的邀請。",
    "last-owner": "組織需要一位擁有者。請先轉移擁有權。",
    "not-member": "該成員已不存在。",
    "proof-too-weak": "請先驗證您的身分。",
    "provider-required": "請使用您組織的登入方式。",
    "role-beyond-own": "您的角色不允許給予或收回此角色。",
    "session-too-old": "請重新登入。",
    "slug-taken": "另一個組織在網址中使用了此名稱。請選擇其他名稱。",
    "too-many": "次數過多。請稍後再試。",
  },
  faults: {
    email: "請輸入電子郵件地址。",
    slug: "此名稱不能用於網址。",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "您已成為 {organization} 的成員",
    text: "您的角色：{role}。",
    advice: "如果您不認識此組織，請退出。",
    button: "開啟組織",
  },
  deleted: {
    subject: "{organization} 已被刪除",
    text: "您不再是成員，給您的邀請也已失效。",
    advice: "如有疑問，請洽詢此組織的其他擁有者。",
    button: "您的組織",
  },
  invitation: {
    subject: "邀請您加入 {organization}",
    text: "您的角色將是：{role}。此邀請只給這個地址，7 天後結束。",
    advice: "如果您不認識此組織，請忽略此郵件。",
    button: "檢視邀請",
  },
  "ownership-moved": {
    subject: "{organization} 的擁有者已變更",
    text: "您現在的角色：{role}。",
    advice: "如有疑問，請洽詢此組織的擁有者。",
    button: "開啟組織",
  },
  removed: {
    subject: "您不再是 {organization} 的成員",
    text: "您無法再開啟屬於它的內容。",
    advice: "如有疑問，請洽詢此組織的擁有者。",
    button: "您的組織",
  },
  "role-changed": {
    subject: "您在 {organization} 中的角色已變更",
    text: "現在是：{role}。",
    advice: "如有疑問，請洽詢此組織的擁有者。",
    button: "開啟組織",
  },
};
