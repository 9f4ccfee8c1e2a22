/**
 * Pages of organizations, and emails about them, in Simplified Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "您的组织",
  row: {
    heading: "组织",
    none: "您不属于任何组织。",
    open: "管理组织",
  },
  owner: "所有者",
  none: "您不属于任何组织。要加入组织，请打开您收到的邀请中的链接。",
  since: "{date} 起成为成员",
  create: {
    heading: "创建组织",
    name: "名称",
    slug: "网址中的名称",
    rules: "1 到 63 个小写字母、数字和连字符。连字符不能在开头或结尾。",
    submit: "创建该组织",
  },
  members: {
    heading: "成员",
    you: "您",
    managed: "由目录管理",
    more: "更多成员",
    first: "最前面的成员",
    settings: "设置",
    leave: "退出组织",
  },
  member: {
    role: "角色",
    removeText: "被移除的人将无法再打开属于该组织的内容。",
    remove: "从组织中移除",
    transfer: "将所有权转让给该成员",
  },
  invitations: {
    heading: "邀请",
    invite: "通过电子邮件邀请",
    submit: "发送邀请",
    until: "有效期至 {date}",
    cancel: "取消",
    cancelOf: "取消：给 {email} 的邀请",
  },
  leave: {
    heading: "要退出 {organization} 吗？",
    text: "之后您将无法打开属于它的内容。要回来，您需要邀请。",
    submit: "退出该组织",
  },
  settings: {
    title: "{organization} 的设置",
    back: "返回 {organization}",
    nameTitle: "更改名称",
    slugTitle: "更改网址中的名称",
    slugText: "使用当前名称的链接将失效。",
    policy: "登录规则",
    policyNone: "成员可以用任何方式登录。",
    demands: {
      methods: "验证方式：{list}",
      providers: "登录方式：{list}",
      domains: "电子邮件域名：{list}",
      proofMaxAge: "多久后重新验证：{time}",
      sessionMaxAge: "多久后重新登录：{time}",
    },
  },
  transfer: {
    heading: "要转让所有权吗？",
    text: "新的所有者可以在 {organization} 中做任何事，也可以移除您。您无法自行撤回。",
    member: "新的所有者",
    becomes: "您此后的角色",
    submit: "转让所有权",
    none: "没有其他成员。请先邀请他人。",
  },
  delete: {
    heading: "删除 {organization}",
    text: "此操作无法撤消。组织将立即删除，一同删除的还有：",
    gone: {
      members: "所有成员资格，包括您的",
      invitations: "所有邀请",
      slug: "它在网址中的名称，之后他人可以使用",
    },
    row: "删除组织",
    submit: "永久删除组织",
  },
  invitation: {
    heading: "要加入 {organization} 吗？",
    text: "{inviter} 邀请您成为成员。",
    textOfApp: "您受邀成为成员。",
    role: "您的角色",
    address: "受邀地址",
    accept: "接受邀请",
    signIn: "请用受邀地址登录。然后您就可以接受邀请。",
    another: "您已登录为 {account}。只有受邀地址可以接受：请退出登录，再用该地址登录。",
    unproven: "您的账户尚未确认受邀地址。请先确认，然后重新打开链接。",
    ended: "此邀请已失效",
    endedText: "它已被使用、被取消或已过期。请向该组织索取新的邀请。",
  },
  done: {
    created: "组织已创建。",
    updated: "更改已保存。",
    invited: "邀请已发送。",
    cancelled: "邀请已取消。",
    role: "角色已更改。",
    removed: "成员已移除。",
    left: "您已退出该组织。",
    joined: "您现在是成员了。",
    transferred: "所有权已转让。",
    deleted: "组织已删除。",
  },
  refused: "您现在无法打开此组织",
  reasons: {
    "domain-not-allowed": "您的电子邮件地址不属于此组织。",
    forbidden: "您的角色不允许此操作。",
    "invitation-expired": "此邀请已失效。",
    "invitation-other-address": "此邀请是给另一个电子邮件地址的。",
    "inviter-lost-right": "邀请您的人已无权邀请。请索取新的邀请。",
    "last-owner": "组织需要一位所有者。请先转让所有权。",
    "not-member": "该成员已不存在。",
    "proof-too-weak": "请先验证您的身份。",
    "provider-required": "请使用您组织的登录方式。",
    "role-beyond-own": "您的角色不允许给予或收回此角色。",
    "session-too-old": "请重新登录。",
    "slug-taken": "另一个组织在网址中使用了此名称。请选择其他名称。",
    "too-many": "次数过多。请稍后再试。",
  },
  faults: {
    email: "请输入电子邮件地址。",
    slug: "此名称不能用于网址。",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "您已成为 {organization} 的成员",
    text: "您的角色：{role}。",
    advice: "如果您不认识该组织，请退出。",
    button: "打开组织",
  },
  deleted: {
    subject: "{organization} 已被删除",
    text: "您不再是成员，给您的邀请也已失效。",
    advice: "如有疑问，请咨询该组织的其他所有者。",
    button: "您的组织",
  },
  invitation: {
    subject: "邀请您加入 {organization}",
    text: "您的角色将是：{role}。此邀请只给这个地址，7 天后结束。",
    advice: "如果您不认识该组织，请忽略此邮件。",
    button: "查看邀请",
  },
  "ownership-moved": {
    subject: "{organization} 的所有者已变更",
    text: "您现在的角色：{role}。",
    advice: "如有疑问，请咨询该组织的所有者。",
    button: "打开组织",
  },
  removed: {
    subject: "您不再是 {organization} 的成员",
    text: "您无法再打开属于它的内容。",
    advice: "如有疑问，请咨询该组织的所有者。",
    button: "您的组织",
  },
  "role-changed": {
    subject: "您在 {organization} 中的角色已更改",
    text: "现在是：{role}。",
    advice: "如有疑问，请咨询该组织的所有者。",
    button: "打开组织",
  },
};
