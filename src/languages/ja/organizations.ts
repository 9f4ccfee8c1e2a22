/**
 * Pages of organizations, and emails about them, in Japanese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "所属する組織",
  row: {
    heading: "組織",
    none: "どの組織にも所属していません。",
    open: "組織を管理",
  },
  owner: "オーナー",
  none: "どの組織にも所属していません。参加するには、届いた招待のリンクを開いてください。",
  since: "{date} からメンバー",
  create: {
    heading: "組織を作成",
    name: "名前",
    slug: "URL で使う名前",
    rules: "1～63 文字の英小文字、数字、ハイフン。ハイフンは先頭と末尾には使えません。",
    submit: "組織を作成する",
  },
  members: {
    heading: "メンバー",
    you: "自分",
    managed: "ディレクトリが管理",
    more: "ほかのメンバー",
    first: "最初のメンバー",
    settings: "設定",
    leave: "組織から退出",
  },
  member: {
    role: "役割",
    removeText: "削除された人は、組織に属するものを開けなくなります。",
    remove: "組織から削除",
    transfer: "このメンバーに所有権を譲る",
  },
  invitations: {
    heading: "招待",
    invite: "メールで招待",
    submit: "招待を送信",
    until: "{date} まで有効",
    cancel: "取り消す",
    cancelOf: "取り消す: {email} への招待",
  },
  leave: {
    heading: "{organization} から退出しますか？",
    text: "組織に属するものを開けなくなります。戻るには招待が必要です。",
    submit: "組織から退出する",
  },
  settings: {
    title: "{organization} の設定",
    back: "{organization} に戻る",
    nameTitle: "名前を変更",
    slugTitle: "URL で使う名前を変更",
    slugText: "今の名前のリンクは使えなくなります。",
    policy: "ログインの規則",
    policyNone: "メンバーはどの方法でもログインできます。",
    demands: {
      methods: "確認の方法: {list}",
      providers: "ログインに使うもの: {list}",
      domains: "メールアドレスのドメイン: {list}",
      proofMaxAge: "再確認までの時間: {time}",
      sessionMaxAge: "再ログインまでの時間: {time}",
    },
  },
  transfer: {
    heading: "所有権を譲りますか？",
    text:
      "新しいオーナーは {organization} のすべてを操作でき、あなたを削除することもできます。自分だけでは元に戻せません。",
    member: "新しいオーナー",
    becomes: "その後の自分の役割",
    submit: "所有権を譲る",
    none: "ほかのメンバーがいません。先に誰かを招待してください。",
  },
  delete: {
    heading: "{organization} を削除",
    text: "元に戻すことはできません。組織はすぐに削除され、次のものもなくなります。",
    gone: {
      members: "すべての所属（自分のものを含む）",
      invitations: "すべての招待",
      slug: "URL で使う名前（ほかの組織が使えるようになります）",
    },
    row: "組織を削除",
    submit: "組織を完全に削除",
  },
  invitation: {
    heading: "{organization} に参加しますか？",
    text: "{inviter} さんがメンバーとして招待しています。",
    textOfApp: "メンバーとして招待されています。",
    role: "あなたの役割",
    address: "招待されたアドレス",
    accept: "招待を受ける",
    signIn: "招待されたアドレスでログインしてください。その後、招待を受けられます。",
    another:
      "{account} でログインしています。招待を受けられるのは招待されたアドレスだけです。ログアウトして、そのアドレスでログインしてください。",
    unproven:
      "招待されたアドレスは、このアカウントではまだ確認されていません。確認してから、もう一度リンクを開いてください。",
    ended: "この招待は無効になりました",
    endedText:
      "使用済みか、取り消されたか、期限が切れています。組織に新しい招待を依頼してください。",
  },
  done: {
    created: "組織を作成しました。",
    updated: "変更を保存しました。",
    invited: "招待を送信しました。",
    cancelled: "招待を取り消しました。",
    role: "役割を変更しました。",
    removed: "メンバーを削除しました。",
    left: "組織から退出しました。",
    joined: "メンバーになりました。",
    transferred: "所有権を譲りました。",
    deleted: "組織を削除しました。",
  },
  refused: "今はこの組織を開けません",
  reasons: {
    "domain-not-allowed": "あなたのメールアドレスは、この組織のものではありません。",
    forbidden: "あなたの役割では許可されていません。",
    "invitation-expired": "この招待は無効になりました。",
    "invitation-other-address": "この招待は別のメールアドレス宛てです。",
    "inviter-lost-right":
      "招待した人には、もうその権限がありません。新しい招待を依頼してください。",
    "last-owner": "組織にはオーナーが必要です。先に所有権を譲ってください。",
    "not-member": "そのメンバーはもういません。",
    "proof-too-weak": "先に本人確認をしてください。",
    "provider-required": "組織のログインを使ってください。",
    "role-beyond-own": "あなたの役割では、この役割の付与や取り消しはできません。",
    "session-too-old": "もう一度ログインしてください。",
    "slug-taken": "URL で使うこの名前は、別の組織が使っています。ほかの名前を選んでください。",
    "too-many": "回数が多すぎます。しばらくしてからもう一度お試しください。",
  },
  faults: {
    email: "メールアドレスを入力してください。",
    slug: "この名前は URL では使えません。",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "{organization} のメンバーになりました",
    text: "あなたの役割: {role}",
    advice: "この組織に心当たりがない場合は、退出してください。",
    button: "組織を開く",
  },
  deleted: {
    subject: "{organization} が削除されました",
    text: "あなたはメンバーではなくなり、この組織への招待も無効になりました。",
    advice: "質問がある場合は、組織のほかのオーナーにお問い合わせください。",
    button: "所属する組織",
  },
  invitation: {
    subject: "{organization} への招待",
    text: "あなたの役割: {role}。この招待はこのアドレス宛てで、7 日後に終了します。",
    advice: "この組織に心当たりがない場合は、このメールを無視してください。",
    button: "招待を見る",
  },
  "ownership-moved": {
    subject: "{organization} のオーナーが変わりました",
    text: "あなたの現在の役割: {role}",
    advice: "質問がある場合は、組織のオーナーにお問い合わせください。",
    button: "組織を開く",
  },
  removed: {
    subject: "{organization} のメンバーではなくなりました",
    text: "この組織に属するものは開けなくなりました。",
    advice: "質問がある場合は、組織のオーナーにお問い合わせください。",
    button: "所属する組織",
  },
  "role-changed": {
    subject: "{organization} での役割が変わりました",
    text: "現在の役割: {role}",
    advice: "質問がある場合は、組織のオーナーにお問い合わせください。",
    button: "組織を開く",
  },
};
