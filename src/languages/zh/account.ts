/**
 * Chinese texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "您的账户",
    readOnly: "您正在代表他人操作。您可以查看此页面，但不能更改任何内容。",
    done: {
      "name": "您的姓名已更改。",
      "linked": "账户已关联。",
      "unlinked": "账户已取消关联。",
      "passkey-added": "通行密钥已添加。",
      "passkey-renamed": "通行密钥已重命名。",
      "passkey-removed": "通行密钥已移除。",
      "password-removed": "密码已移除。",
      "session-ended": "会话已结束。",
      "sessions-ended": "所有其他会话均已结束。",
    },
    name: {
      heading: "姓名",
      label: "您的姓名",
      save: "保存姓名",
      invalid: "请使用 1 到 64 个可见字符。",
    },
    address: {
      heading: "电子邮件地址",
      none: "您没有电子邮件地址。",
      confirmed: "已确认",
      open: "未确认",
      change: "更改电子邮件地址",
    },
    password: {
      heading: "密码",
      since: "您从 {date} 起使用此密码。",
      none: "您没有密码。",
      change: "更改密码",
      set: "设置密码",
      remove: "移除密码",
    },
    passkeys: {
      heading: "通行密钥",
      none: "您没有通行密钥。",
      unnamed: "未命名的通行密钥",
      synced: "在您的设备间同步",
      single: "仅在一台设备上",
      change: "更改",
      changeOf: "更改：{name}",
      add: "添加通行密钥",
      noScript: "添加通行密钥需要 JavaScript。请启用它以进行添加。",
      unsupported: "此浏览器无法在这里使用通行密钥。",
      errors: {
        failed: "操作未成功，请重试。",
        NotAllowedError: "未添加通行密钥，请重试。",
        InvalidStateError: "此设备已有该账户的通行密钥。",
        SecurityError: "通行密钥在此网址无法使用。",
        TooManyRequests: "尝试次数过多，请稍后再试。",
      },
    },
    factors: {
      heading: "两步验证",
      none: "您尚未设置第二步验证。设置后，仅凭被盗的密码无法登录。",
      count: { other: "您有 {count} 种验证方式。" },
      manage: "管理两步验证",
    },
    accounts: {
      heading: "关联账户",
      none: "没有关联的账户。",
      unlink: "取消关联",
      unlinkOf: "取消关联：{name}",
      link: "关联：{name}",
    },
    sessions: {
      heading: "您的登录位置",
      device: "{system} 上的 {browser}",
      unknownOn: "{system} 上的未知浏览器",
      unknown: "未知浏览器",
      current: "此浏览器",
      seen: "上次使用：{when}",
      end: "结束",
      endOf: "结束：{name}",
      endOfAt: "结束：{name}，{place}",
      endOthers: "结束所有其他会话",
    },
    copy: {
      heading: "您的数据",
      text: "下载所保存的与您有关的数据副本。",
      open: "下载您的数据",
    },
    removal: {
      heading: "删除您的账户",
      text: "您的账户及其所有内容都会被删除。",
      open: "删除账户",
    },
    one: {
      passkey: {
        label: "通行密钥的名称",
        save: "保存名称",
        text: "移除此通行密钥后，您将使用其他方式登录。在您从设备上删除它之前，设备可能会保留它。",
        remove: "移除通行密钥",
      },
      account: {
        heading: "取消关联 {name}",
        text: "此后，您将无法再用此账户登录。",
        submit: "取消关联",
      },
      password: {
        heading: "移除密码",
        text: "此后，您将使用其他方式登录。",
        submit: "移除密码",
      },
      export: {
        heading: "下载您的数据",
        text: "文件包含所保存的与您有关的数据、您的登录方式和会话，不包含密码和密钥。",
        submit: "下载文件",
      },
      delete: {
        heading: "删除您的账户",
        text: "您的账户及其所有内容会立即删除。此操作无法撤销。",
        label: "请输入 {text} 以确认",
        submit: "永久删除账户",
        different: "这与要求输入的文字不符。",
      },
      stale: "继续之前，请确认是您本人。",
      prove: "确认是我本人",
      last: "这是您唯一的登录方式。移除之前，请先添加其他方式。",
      back: "返回您的账户",
    },
    deleted: {
      heading: "您的账户已删除",
      text: "账户的所有内容均已清除，您已退出登录。",
    },
  },
  factors: {
    title: "两步验证",
    isProtected: "登录此账户时，会通过以下方式之一进行确认。",
    isOpen: "请添加第二步验证，这样仅凭被盗的密码无法登录。",
    enrolled: "您的验证方式",
    added: "添加于 {date}",
    used: "上次使用于 {date}",
    neverUsed: "尚未使用",
    left: { other: "剩余 {count} 个代码" },
    leftNone: "没有剩余代码",
    few: "您的恢复代码所剩不多。请生成新的代码。",
    change: "更改",
    changeOf: "更改：{name}",
    add: "添加验证方式",
    addOne: "添加：{name}",
    none: "以此方式登录后无法添加验证方式。请使用其他方式登录后再添加。",
    hint: "请同时生成恢复代码。没有恢复代码，设备丢失后您将无法登录。",
    stale: "要更改您的验证方式，请确认是您本人。",
    prove: "确认是我本人",
    done: {
      added: "验证方式已添加。",
      renamed: "名称已更改。",
      removed: "验证方式已移除。",
      needed: "您要打开的页面需要以下方法之一。添加后即可前往该页面。",
      "reset-cancelled": "移除操作已取消。您的验证方式保持不变。",
    },
    reset: {
      text: "管理员请求移除所有验证方式，将于 {date}（UTC）生效。如果不是您要求的，请取消。",
      cancel: "取消移除",
    },
    one: {
      name: "名称",
      rename: "保存名称",
      invalidName: "请使用 1 到 64 个可见字符。",
      replace: "重新生成",
      replaceText: "新的会替换您现有的。",
      remove: "移除",
      removeText: "移除后，无法再用它确认登录。",
      obstacles: {
        required: "此网站需要第二步验证，而这是您最后一种方式。请先添加其他方式。",
        "locked-out":
          "其余方式无法确认您的登录方式，您将无法再登录。请先添加其他方式，或移除其余方式。",
      },
      back: "返回您的验证方式",
    },
    codes: {
      heading: "您的恢复代码",
      text:
        "请打印此页面，或将代码保存在没有此设备也能找到的地方。每个代码只能使用一次，且不会再次显示。",
      list: "恢复代码",
      save: "保存为文件",
      done: "我已保存",
    },
  },
};
