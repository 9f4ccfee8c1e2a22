/**
 * Korean texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "내 계정",
    groups: {
      profile: "프로필",
      security: "보안",
      devices: "기기",
      connected: "연결된 계정",
      data: "데이터",
    },
    status: {
      good: "계정이 안전하게 보호되고 있습니다.",
      better: "2단계 인증을 추가하세요. 2분이면 됩니다.",
    },
    signOut: "로그아웃",
    readOnly: "다른 사람의 계정을 보고 있습니다. 아무것도 변경할 수 없습니다.",
    done: {
      "name": "이름이 변경되었습니다.",
      "linked": "계정이 연결되었습니다.",
      "unlinked": "계정 연결이 해제되었습니다.",
      "passkey-added": "패스키가 추가되었습니다.",
      "passkey-renamed": "패스키 이름이 변경되었습니다.",
      "passkey-removed": "패스키가 삭제되었습니다.",
      "password-removed": "비밀번호가 삭제되었습니다.",
      "session-ended": "해당 기기에서 로그아웃되었습니다.",
      "sessions-ended": "다른 모든 기기에서 로그아웃되었습니다.",
    },
    open: {
      delete: "삭제",
      download: "다운로드",
      manage: "관리",
      remove: "삭제",
      turnOn: "켜기",
    },
    name: {
      heading: "이름",
      none: "등록된 이름이 없습니다.",
      title: "이름 변경",
      text: "이 사이트에 표시되는 이름입니다.",
      label: "내 이름",
      save: "저장",
      invalid: "눈에 보이는 문자를 1~64자로 입력하세요.",
    },
    address: {
      heading: "이메일 주소",
      none: "이메일 주소가 없습니다.",
      confirmed: "확인됨",
      open: "확인되지 않음",
      change: "이메일 주소 변경",
      add: "이메일 주소 추가",
    },
    password: {
      heading: "비밀번호",
      since: "설정: {date}",
      none: "비밀번호가 없습니다.",
      change: "비밀번호 변경",
      set: "비밀번호 설정",
      remove: "비밀번호 삭제",
    },
    passkeys: {
      heading: "패스키",
      none: "패스키가 없습니다.",
      unnamed: "패스키",
      added: "추가: {date}",
      synced: "내 기기 간에 동기화됨",
      single: "한 기기에만 있음",
      change: "변경",
      changeOf: "변경: {name}",
      add: "패스키 추가",
      noScript: "패스키를 추가하려면 JavaScript가 필요합니다. 추가하려면 켜 주세요.",
      unsupported: "이 브라우저에서는 패스키를 사용할 수 없습니다.",
      errors: {
        failed: "완료하지 못했습니다. 다시 시도해 주세요.",
        NotAllowedError: "패스키가 추가되지 않았습니다. 다시 시도해 주세요.",
        InvalidStateError: "이 기기에는 이미 이 계정의 패스키가 있습니다.",
        SecurityError: "이 사이트 주소에서는 패스키를 사용할 수 없습니다.",
        TooManyRequests: "시도 횟수가 너무 많습니다. 잠시 후 다시 시도해 주세요.",
      },
    },
    factors: {
      heading: "2단계 인증",
      none:
        "2단계 인증이 꺼져 있습니다. 켜 두면 비밀번호가 도용되어도 그것만으로는 로그인할 수 없습니다.",
      count: { other: "사용 중: {count}개 방법" },
      manage: "2단계 인증 관리",
    },
    accounts: {
      none: "연결된 계정이 없습니다.",
      unlink: "연결 해제",
      unlinkOf: "{name} 연결 해제",
      link: "{name} 연결",
      another: "다른 계정 연결",
      more: "다른 방법",
    },
    sessions: {
      device: "{system}의 {browser}",
      unknownOn: "{system}의 알 수 없는 브라우저",
      unknown: "알 수 없는 브라우저",
      current: "이 브라우저",
      seen: "마지막 사용: {when}",
      active: "현재 사용 중",
      signedIn: "로그인: {date}",
      more: { other: "{count}개 더 보기" },
      end: "로그아웃",
      endOf: "로그아웃: {name}",
      endOfAt: "로그아웃: {name}, {place}",
      endOthers: "다른 모든 기기에서 로그아웃",
    },
    copy: {
      heading: "내 데이터",
      text: "저장된 내 데이터의 사본을 다운로드할 수 있습니다.",
      open: "내 데이터 다운로드",
    },
    removal: {
      heading: "계정 삭제",
      text: "계정과 계정에 속한 모든 것이 삭제됩니다.",
      open: "계정 삭제",
    },
    one: {
      sessions: {
        heading: "다른 모든 기기에서 로그아웃할까요?",
        text: "그 기기에서 계정을 사용하려면 다시 로그인해야 합니다.",
        submit: "다른 모든 기기에서 로그아웃",
      },
      passkey: {
        label: "패스키 이름",
        save: "저장",
        text:
          "이 패스키를 삭제하면 다른 방법으로 로그인해야 합니다. 기기에서 직접 삭제할 때까지 기기에 남아 있을 수 있습니다.",
        remove: "패스키 삭제",
      },
      account: {
        heading: "{name} 연결을 해제할까요?",
        text: "해제하면 이 계정으로 더 이상 로그인할 수 없습니다.",
        submit: "연결 해제",
      },
      password: {
        heading: "비밀번호 삭제",
        text: "삭제하면 다른 방법으로 로그인해야 합니다.",
        submit: "비밀번호 삭제",
      },
      export: {
        heading: "내 데이터 다운로드",
        text:
          "파일에는 저장된 내 데이터, 로그인 방법, 기기가 들어 있습니다. 비밀번호와 키는 들어 있지 않습니다.",
        submit: "파일 다운로드",
      },
      delete: {
        heading: "계정 삭제",
        text: "이 작업은 취소할 수 없습니다. 계정과 계정에 속한 다음 항목이 모두 즉시 삭제됩니다.",
        textLater:
          "모든 기기에서 로그아웃됩니다. {date}까지는 로그인하여 계정을 유지할 수 있습니다. 그 후에는 계정과 계정에 속한 다음 항목이 모두 삭제됩니다.",
        gone: {
          profile: "이름과 이메일 주소",
          ways: "비밀번호, 패스키, 연결된 계정",
          data: "이 사이트에 계정과 함께 저장된 모든 것",
        },
        label: "확인을 위해 {text}을(를) 입력하세요",
        submit: "계정 영구 삭제",
        submitLater: "계정 삭제",
        different: "일치하지 않습니다. {text}을(를) 입력하세요.",
        obstacles:
          "다음 조직의 소유자는 나뿐입니다. 계정을 삭제하기 전에 조직을 넘기거나 삭제하세요.",
      },
      stale: "먼저 본인 확인을 해 주세요.",
      prove: "본인 확인",
      last: "유일한 로그인 방법입니다. 삭제하기 전에 다른 방법을 추가하세요.",
    },
    pending: {
      heading: "{date}에 계정이 삭제됩니다",
      text: "직접 요청하신 작업입니다. {account} 계정을 유지하면 아무것도 사라지지 않습니다.",
      keep: "내 계정 유지",
      leave: "로그아웃",
    },
    leaving: {
      heading: "{date}에 계정이 삭제됩니다",
      text: "모든 기기에서 로그아웃되었습니다. 마음이 바뀌면 그날 전에 로그인하세요.",
      back: "로그인하여 계정 유지",
    },
    deleted: {
      heading: "계정이 삭제되었습니다",
      text: "계정에 속한 모든 것이 삭제되었고 로그아웃되었습니다.",
    },
  },
  factors: {
    title: "2단계 인증",
    isProtected: "2단계 인증이 켜져 있습니다. 로그인할 때 다음 방법 중 하나로 확인합니다.",
    isOpen:
      "2단계 인증이 꺼져 있습니다. 켜 두면 비밀번호가 도용되어도 그것만으로는 로그인할 수 없습니다.",
    enrolled: "등록된 방법",
    added: "추가: {date}",
    used: "마지막 사용: {date}",
    neverUsed: "아직 사용하지 않음",
    left: { other: "코드 {count}개 남음" },
    leftNone: "남은 코드 없음",
    few: "복구 코드가 얼마 남지 않았습니다. 새 코드를 만드세요.",
    change: "변경",
    changeOf: "변경: {name}",
    add: "방법 추가",
    addOne: "{name} 추가",
    none: "이 방법으로 로그인한 상태에서는 추가할 수 없습니다. 먼저 다른 방법으로 로그인하세요.",
    hint:
      "복구 코드도 만들어 두세요. 복구 코드가 없으면 기기를 잃어버렸을 때 로그인할 수 없습니다.",
    stale: "인증 방법을 변경하려면 본인 확인을 해 주세요.",
    prove: "본인 확인",
    done: {
      added: "추가됨: {name}",
      renamed: "이름이 변경되었습니다.",
      removed: "방법이 삭제되었습니다.",
      needed:
        "요청한 페이지를 열려면 2단계 인증이 필요합니다. 방법을 추가하면 그 페이지로 이동합니다.",
      "reset-cancelled": "삭제가 취소되었습니다. 등록된 방법은 그대로 유지됩니다.",
    },
    reset: {
      text:
        "관리자가 모든 방법의 삭제를 요청했습니다. {date}(UTC)에 적용됩니다. 직접 요청하지 않았다면 취소하세요.",
      cancel: "삭제 취소",
    },
    one: {
      name: "이름",
      rename: "저장",
      invalidName: "눈에 보이는 문자를 1~64자로 입력하세요.",
      replace: "새로 만들기",
      replaceText: "새로 만들면 기존 것은 사용할 수 없습니다.",
      remove: "삭제",
      removeText: "삭제하면 이 방법으로 더 이상 인증할 수 없습니다.",
      ask: "{name} 방법을 삭제할까요?",
      obstacles: {
        required:
          "이 사이트는 2단계 인증이 필요하며, 이 방법이 마지막 방법입니다. 먼저 다른 방법을 추가하세요.",
        "locked-out":
          "나머지 방법으로는 현재 로그인 방법을 확인할 수 없어 로그인할 수 없게 됩니다. 먼저 다른 방법을 추가하거나 나머지 방법을 삭제하세요.",
      },
      back: "2단계 인증으로 돌아가기",
    },
    codes: {
      heading: "복구 코드를 저장하세요",
      text:
        "다른 방법을 사용할 수 없을 때 이 코드로 로그인할 수 있습니다. 이 기기가 없어도 찾을 수 있는 곳에 보관하세요. 각 코드는 한 번만 사용할 수 있습니다. 다시 표시되지 않습니다.",
      list: "복구 코드",
      save: "다운로드",
      print: "인쇄",
      saved: "코드를 저장했습니다",
      done: "완료",
    },
  },
};
