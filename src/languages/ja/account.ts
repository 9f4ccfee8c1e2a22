/**
 * Japanese texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "アカウント",
    groups: {
      profile: "プロフィール",
      security: "セキュリティ",
      devices: "デバイス",
      connected: "連携アカウント",
      data: "データ",
    },
    status: {
      good: "アカウントは十分に保護されています。",
      better: "2 段階認証を追加してください。2 分で完了します。",
    },
    signOut: "ログアウト",
    readOnly: "他の人のアカウントを表示しています。変更はできません。",
    done: {
      "name": "お名前を変更しました。",
      "linked": "アカウントを連携しました。",
      "unlinked": "アカウントの連携を解除しました。",
      "passkey-added": "パスキーを追加しました。",
      "passkey-renamed": "パスキーの名前を変更しました。",
      "passkey-removed": "パスキーを削除しました。",
      "password-removed": "パスワードを削除しました。",
      "session-ended": "そのデバイスをログアウトしました。",
      "sessions-ended": "他のすべてのデバイスをログアウトしました。",
    },
    open: {
      delete: "削除",
      download: "ダウンロード",
      manage: "管理",
      remove: "削除",
      turnOn: "オンにする",
    },
    name: {
      heading: "お名前",
      none: "お名前は登録されていません。",
      title: "お名前を変更",
      text: "このサイトでの呼び名です。",
      label: "お名前",
      save: "保存",
      invalid: "表示可能な文字を 1～64 文字で入力してください。",
    },
    address: {
      heading: "メールアドレス",
      none: "メールアドレスはありません。",
      confirmed: "確認済み",
      open: "未確認",
      change: "メールアドレスを変更",
      add: "メールアドレスを追加",
    },
    password: {
      heading: "パスワード",
      since: "設定日：{date}",
      none: "パスワードはありません。",
      change: "パスワードを変更",
      set: "パスワードを設定",
      remove: "パスワードを削除",
    },
    passkeys: {
      heading: "パスキー",
      none: "パスキーはありません。",
      unnamed: "パスキー",
      added: "追加日：{date}",
      synced: "お使いのデバイス間で同期",
      single: "1 台のデバイスのみ",
      change: "変更",
      changeOf: "変更：{name}",
      add: "パスキーを追加",
      noScript: "パスキーの追加には JavaScript が必要です。追加するには有効にしてください。",
      unsupported: "このブラウザーではパスキーを使用できません。",
      errors: {
        failed: "うまくいきませんでした。もう一度お試しください。",
        NotAllowedError: "パスキーは追加されませんでした。もう一度お試しください。",
        InvalidStateError: "このデバイスには、このアカウントのパスキーがすでにあります。",
        SecurityError: "このサイトの URL ではパスキーを使用できません。",
        TooManyRequests: "試行回数が多すぎます。しばらく待ってから、もう一度お試しください。",
      },
    },
    factors: {
      heading: "2 段階認証",
      none:
        "2 段階認証はオフです。オンにすると、パスワードが盗まれてもそれだけではログインできません。",
      count: { other: "オン：{count} 件の方法" },
      manage: "2 段階認証を管理",
    },
    accounts: {
      none: "連携しているアカウントはありません。",
      unlink: "連携を解除",
      unlinkOf: "{name} の連携を解除",
      link: "{name} と連携",
      another: "別のアカウントと連携",
      more: "その他の方法",
    },
    sessions: {
      device: "{system} の {browser}",
      unknownOn: "{system} の不明なブラウザー",
      unknown: "不明なブラウザー",
      current: "このブラウザー",
      seen: "最終使用：{when}",
      active: "現在使用中",
      signedIn: "{date}にログイン",
      more: { other: "さらに {count} 件を表示" },
      end: "ログアウト",
      endOf: "ログアウト：{name}",
      endOfAt: "ログアウト：{name}、{place}",
      endOthers: "他のすべてのデバイスをログアウト",
    },
    copy: {
      heading: "データ",
      text: "保存されている個人データのコピーをダウンロードできます。",
      open: "データをダウンロード",
    },
    removal: {
      heading: "アカウントの削除",
      text: "アカウントと、それに属するすべてのものが削除されます。",
      open: "アカウントを削除",
    },
    one: {
      sessions: {
        heading: "他のすべてのデバイスをログアウトしますか？",
        text: "それらのデバイスで利用するには、もう一度ログインが必要です。",
        submit: "他のすべてのデバイスをログアウト",
      },
      passkey: {
        label: "パスキーの名前",
        save: "保存",
        text:
          "このパスキーを削除すると、他の方法でログインすることになります。デバイス側で削除するまで、デバイスに残る場合があります。",
        remove: "パスキーを削除",
      },
      account: {
        heading: "{name} の連携を解除しますか？",
        text: "解除すると、このアカウントではログインできなくなります。",
        submit: "連携を解除",
      },
      password: {
        heading: "パスワードの削除",
        text: "削除すると、他の方法でログインすることになります。",
        submit: "パスワードを削除",
      },
      export: {
        heading: "データのダウンロード",
        text:
          "ファイルには、保存されている個人データ、ログイン方法、デバイスが含まれます。パスワードや鍵は含まれません。",
        submit: "ファイルをダウンロード",
      },
      delete: {
        heading: "アカウントの削除",
        text:
          "元に戻すことはできません。アカウントと、それに属する次のものが、ただちに削除されます。",
        textLater:
          "すべてのデバイスからログアウトします。{date}までは、ログインしてアカウントを残すことができます。その後、アカウントと、それに属する次のものが削除されます。",
        gone: {
          profile: "お名前とメールアドレス",
          ways: "パスワード、パスキー、連携しているアカウント",
          data: "このサイトがアカウントとともに保存しているすべてのもの",
        },
        label: "確認のため、{text} と入力してください",
        submit: "アカウントを完全に削除",
        submitLater: "アカウントを削除",
        different: "一致しません。{text} と入力してください。",
        obstacles:
          "次の組織のオーナーはあなただけです。アカウントを削除する前に、組織を譲るか削除してください。",
      },
      stale: "先にご本人確認を行ってください。",
      prove: "本人確認を行う",
      last: "これが唯一のログイン方法です。削除する前に、別の方法を追加してください。",
    },
    pending: {
      heading: "アカウントは{date}に削除されます",
      text: "ご本人のリクエストによるものです。{account} を残す場合、失われるものはありません。",
      keep: "アカウントを残す",
      leave: "ログアウト",
    },
    leaving: {
      heading: "アカウントは{date}に削除されます",
      text:
        "すべてのデバイスからログアウトしました。お気持ちが変わった場合は、その日より前にログインしてください。",
      back: "ログインしてアカウントを残す",
    },
    deleted: {
      heading: "アカウントを削除しました",
      text: "アカウントに属するものはすべて消去され、ログアウトしました。",
    },
  },
  factors: {
    title: "2 段階認証",
    isProtected: "2 段階認証はオンです。ログインは次のいずれかの方法で確認されます。",
    isOpen:
      "2 段階認証はオフです。オンにすると、パスワードが盗まれてもそれだけではログインできません。",
    enrolled: "設定済みの方法",
    added: "追加日：{date}",
    used: "最終使用：{date}",
    neverUsed: "未使用",
    left: { other: "残り {count} 個" },
    leftNone: "残りなし",
    few: "リカバリーコードの残りが少なくなっています。新しいコードを作成してください。",
    change: "変更",
    changeOf: "変更：{name}",
    add: "方法を追加",
    addOne: "{name}を追加",
    none: "このログイン方法では追加できません。先に別の方法でログインしてください。",
    hint:
      "リカバリーコードも作成してください。コードがないと、デバイスを紛失したときにログインできません。",
    stale: "認証方法を変更するには、ご本人確認を行ってください。",
    prove: "本人確認を行う",
    done: {
      added: "{name}を追加しました。",
      renamed: "名前を変更しました。",
      removed: "認証方法を削除しました。",
      needed:
        "ご希望のページを開くには、2 段階認証が必要です。方法を追加すると、そのページに移動します。",
      "reset-cancelled": "削除を取り消しました。認証方法はそのまま残ります。",
    },
    reset: {
      text:
        "管理者がすべての認証方法の削除をリクエストしました。{date}（UTC）に実行されます。お心当たりがない場合は、取り消してください。",
      cancel: "削除を取り消す",
    },
    one: {
      name: "名前",
      rename: "保存",
      invalidName: "表示可能な文字を 1～64 文字で入力してください。",
      replace: "新しく作成",
      replaceText: "新しいものを作成すると、現在のものは使えなくなります。",
      remove: "削除",
      removeText: "削除すると、この方法では確認できなくなります。",
      ask: "{name}を削除しますか？",
      obstacles: {
        required:
          "このサイトでは 2 段階認証が必要で、これが最後の認証方法です。先に別の方法を追加してください。",
        "locked-out":
          "他の認証方法では現在のログイン方法を確認できないため、ログインできなくなります。先に別の方法を追加するか、他の方法を削除してください。",
      },
      back: "2 段階認証に戻る",
    },
    codes: {
      heading: "リカバリーコードを保存してください",
      text:
        "他の方法が使えないときに、このコードでログインできます。このデバイスがなくても見つけられる場所に保管してください。各コードは 1 回だけ使えます。再表示はできません。",
      list: "リカバリーコード",
      save: "ダウンロード",
      print: "印刷",
      saved: "コードを保存しました",
      done: "完了",
    },
  },
};
