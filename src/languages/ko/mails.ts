/**
 * Korean texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "{site} 로그인",
      codeSubject: "{site} 코드: {code}",
      button: "로그인",
      signUp: {
        subject: "{site} 주소 확인",
        codeSubject: "{site} 주소 확인 코드: {code}",
        button: "주소 확인",
      },
      password: {
        subject: "{site} 비밀번호 재설정",
        codeSubject: "{site} 비밀번호 재설정 코드: {code}",
        button: "새 비밀번호 설정",
      },
      code: "또는 코드를 요청한 화면에 이 코드를 입력하세요(유효 기간: {time}).",
      expires: "링크는 한 번만 사용할 수 있습니다(유효 기간: {time}).",
      ignore: "직접 요청하지 않았다면 이 이메일을 무시하세요.",
      secret: "이 코드를 다른 사람에게 알려 주지 마세요.",
    },
    factorCode: {
      subject: "{site} 코드: {code}",
      heading: "{site} 코드",
      text:
        "{code}\n\n{site}에 이 코드를 입력하세요(유효 기간: {time}). 다른 사람에게 알려 주지 마세요.\n\n지금 로그인하고 있지 않다면 다른 사람이 비밀번호를 알고 있을 수 있습니다. 비밀번호를 변경하세요.\n",
    },
    addressCode: {
      subject: "{site} 코드: {code}",
      heading: "{site} 코드",
      text:
        "{code}\n\n이 주소를 확인하려면 {site}에 이 코드를 입력하세요(유효 기간: {time}). 다른 사람에게 알려 주지 마세요.\n\n직접 요청하지 않았다면 이 이메일을 무시하세요. 아무것도 변경되지 않습니다.\n",
    },
    addressTaken: {
      subject: "{site}에서 이미 사용 중인 주소입니다",
      text:
        "다른 계정에 이 주소를 등록하려고 했지만, 이 주소는 이미 {site}의 계정에 속해 있습니다. 그 계정을 사용하려면 이 주소로 로그인하세요.\n\n직접 요청하지 않았다면 이 이메일을 무시하세요. 아무것도 변경되지 않습니다.\n",
    },
  },
  notices: {
    device: "{system}의 {browser}",
    notYou: "본인이 아닌가요?",
    secure: "계정 보호하기",
    check: "본인이 아닌가요? 즉시 로그인하여 계정을 확인하세요.",
    account: {
      "account-linked": {
        subject: "내 계정에 다른 계정이 연결되었습니다",
        text: "이제 다음 계정으로 로그인할 수 있습니다: {provider}",
      },
      "account-unlinked": {
        subject: "내 계정에서 다른 계정의 연결이 해제되었습니다",
        text: "다음 계정으로 더 이상 로그인할 수 없습니다: {provider}",
      },
      "app-allowed": {
        subject: "앱이 계정에 액세스할 수 있게 되었습니다",
        text: "이제 앱은 허용된 작업을 할 수 있습니다.",
      },
      deleted: {
        subject: "계정이 삭제되었습니다",
        text: "계정의 모든 데이터가 삭제되었습니다. 이 계정에 관한 마지막 이메일입니다.",
        advice: "본인이 아닌가요? 이메일 계정을 보호하고 사이트에 문의하세요.",
      },
      "deletion-cancelled": {
        subject: "계정이 유지됩니다",
        text: "계정이 삭제되지 않습니다.",
      },
      "deletion-requested": {
        subject: "{due}에 계정이 삭제됩니다",
        text: "모든 기기에서 로그아웃되었습니다. 계정을 유지하려면 그날 전에 로그인하세요.",
      },
      exported: {
        subject: "계정 데이터의 사본이 만들어졌습니다",
        text: "저장된 내 데이터가 들어 있으며, 비밀번호와 키는 들어 있지 않습니다.",
      },
      "key-created": {
        subject: "계정의 API 키가 만들어졌습니다",
        text: "이 키를 가진 프로그램은 나를 대신해 작업할 수 있습니다.",
      },
      "new-device": {
        subject: "계정에 새로운 로그인이 있습니다",
        text: "이전에 로그인한 적이 없는 브라우저에서 로그인했습니다.",
      },
      "passkey-added": {
        subject: "계정에 패스키가 추가되었습니다",
        text: "이제 이 패스키로 로그인할 수 있습니다.",
      },
      "passkey-removed": {
        subject: "계정에서 패스키가 삭제되었습니다",
        text: "그 패스키로 더 이상 로그인할 수 없습니다.",
      },
      "passkey-renamed": {
        subject: "계정의 패스키 이름이 변경되었습니다",
        text: "계속 사용할 수 있습니다.",
      },
      renamed: {
        subject: "계정 이름이 변경되었습니다",
        text: "다른 것은 변경되지 않았습니다.",
      },
      "sessions-ended": {
        subject: "기기에서 계정이 로그아웃되었습니다",
        text: "그 기기에서 계정을 사용하려면 다시 로그인해야 합니다.",
      },
    },
    address: {
      changed: {
        subject: "이메일 주소가 변경되었습니다",
        text:
          "계정에 관한 이메일은 더 이상 이 주소로 발송되지 않으며, 이 주소로 로그인할 수 없습니다.",
        advice:
          "본인이 아닌가요? 변경을 취소하세요(가능 기간: {time}). 계정의 주소가 이 주소로 돌아오고 모든 기기에서 로그아웃됩니다.",
        button: "이 변경 취소",
      },
      "changed-for-good": {
        subject: "이메일 주소가 변경되었습니다",
        text:
          "계정 사용자가 이 주소를 더 이상 사용할 수 없다는 것을 2단계로 확인했습니다. 따라서 이메일로 변경을 취소할 수 없습니다. 이 주소로 더 이상 로그인할 수 없습니다.",
        advice: "본인이 아닌가요? 사이트에 문의하세요.",
      },
      "changed-unproven": {
        subject: "이 주소가 계정에서 삭제되었습니다",
        text: "이제 계정에 다른 주소가 등록되어 있습니다.",
        advice: "이 주소는 확인된 적이 없습니다. 본인의 계정이라면 로그인하세요.",
      },
      restored: {
        subject: "계정의 주소가 이 주소로 돌아왔습니다",
        text:
          "이메일의 링크로 주소 변경이 취소되었습니다. 모든 기기에서 로그아웃되었습니다. 변경 후에 추가된 비밀번호, 패스키, 연결된 계정, 2단계 인증 방법이 삭제되었습니다.",
        advice:
          "이 주소로 로그인하고, 비밀번호를 사용했다면 새 비밀번호를 설정한 다음, 계정을 확인하세요.",
      },
      removed: {
        subject: "주소 변경이 취소되었습니다",
        text: "이전 주소의 소유자가 변경을 취소하여 이 주소는 더 이상 계정에 속하지 않습니다.",
        advice: "본인의 계정이라면 이전 주소로 로그인하세요.",
      },
      "undo-requested": {
        subject: "주소 변경이 취소될 예정입니다",
        text:
          "이전 주소의 사용자가 요청했습니다. {due}부터 계정의 주소가 그 주소로 돌아갈 수 있으며, 이때 변경 후에 추가된 것은 삭제됩니다.",
        advice:
          "다른 사람이 이전 편지함을 보고 있나요? 그 시간 전에 새 주소 유지를 선택하세요. 2단계로 확인해야 합니다.",
        button: "새 주소 유지",
      },
      "undo-cancelled": {
        subject: "주소 변경이 유지됩니다",
        text:
          "계정 사용자가 2단계로 확인하여 변경이 취소되는 것을 막았습니다. 이메일의 링크는 더 이상 사용할 수 없습니다.",
        advice: "이로 인해 계정을 잃었다면 사이트에 문의하세요.",
      },
    },
    factors: {
      added: {
        subject: "2단계 인증 방법이 추가되었습니다",
        text: "이제 다음 방법으로 로그인을 확인할 수 있습니다: {factor}",
      },
      removed: {
        subject: "2단계 인증 방법이 삭제되었습니다",
        text: "다음 방법으로 더 이상 로그인을 확인할 수 없습니다: {factor}",
      },
      replaced: {
        subject: "2단계 인증 방법이 교체되었습니다",
        text: "새 방법을 사용할 수 있으며, 이전 방법은 사용할 수 없습니다: {factor}",
      },
      "recovery-used": {
        subject: "복구 코드가 사용되었습니다",
        text: "이 코드로 로그인이 확인되었으며, 다시 사용할 수 없습니다.",
      },
      "reset-requested": {
        subject: "2단계 인증이 꺼질 예정입니다",
        text:
          "관리자가 요청했습니다. {due}부터 2단계 인증 없이 로그인합니다. 그 전까지 로그인하여 2단계 인증 페이지에서 취소할 수 있습니다.",
      },
      reset: {
        subject: "2단계 인증이 꺼졌습니다",
        text: "관리자가 요청했습니다. 새 방법을 추가할 때까지 2단계 인증 없이 로그인합니다.",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "계정에 비밀번호가 설정되었습니다",
        text: "이제 이메일 주소와 이 비밀번호로 로그인할 수 있습니다.",
      },
      changed: {
        subject: "비밀번호가 변경되었습니다",
        text: "이전 비밀번호는 더 이상 사용할 수 없습니다.",
      },
      removed: {
        subject: "비밀번호가 삭제되었습니다",
        text: "그 비밀번호로 더 이상 로그인할 수 없습니다.",
      },
    },
  },
};
