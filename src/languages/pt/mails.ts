/**
 * Portuguese texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Entrar em {site}",
      codeSubject: "{code} é seu código para {site}",
      button: "Entrar",
      signUp: {
        subject: "Confirme seu endereço para {site}",
        codeSubject: "{code} é seu código para confirmar seu endereço em {site}",
        button: "Confirmar o endereço",
      },
      password: {
        subject: "Redefina sua senha de {site}",
        codeSubject: "{code} é seu código para redefinir sua senha de {site}",
        button: "Escolher uma nova senha",
      },
      code: "Ou digite este código no navegador em que o solicitou (válido por {time}):",
      expires: "O link funciona uma única vez e é válido por {time}.",
      ignore: "Se você não solicitou este e‑mail, ignore-o.",
      secret: "Não compartilhe este código com ninguém.",
    },
    factorCode: {
      subject: "{code} é seu código para {site}",
      heading: "Seu código para {site}",
      text:
        "{code}\n\nDigite este código em {site}. Ele é válido por {time}. Não o compartilhe com ninguém.\n\nSe você não está entrando agora, outra pessoa pode saber sua senha: altere-a.\n",
    },
    addressCode: {
      subject: "{code} é seu código para {site}",
      heading: "Seu código para {site}",
      text:
        "{code}\n\nDigite este código em {site} para confirmar este endereço. Ele é válido por {time}. Não o compartilhe com ninguém.\n\nSe você não solicitou isso, ignore este e‑mail: nada muda.\n",
    },
    addressTaken: {
      subject: "Seu endereço já está em uso em {site}",
      text:
        "Outra conta receberia este endereço, mas ele já pertence a uma conta em {site}. Entre com este endereço para usá-la.\n\nSe você não solicitou isso, ignore este e‑mail: nada muda.\n",
    },
  },
  notices: {
    device: "{browser} em {system}",
    notYou: "Não foi você?",
    secure: "Proteger sua conta",
    check: "Não foi você? Entre o quanto antes e confira sua conta.",
    account: {
      "account-linked": {
        subject: "Uma conta foi conectada à sua",
        text: "Agora você pode entrar com ela: {provider}.",
      },
      "account-unlinked": {
        subject: "Uma conta foi desconectada da sua",
        text: "Você não pode mais entrar com ela: {provider}.",
      },
      "app-allowed": {
        subject: "Um aplicativo recebeu acesso à sua conta",
        text: "Agora ele pode fazer o que você permitiu.",
      },
      deleted: {
        subject: "Sua conta foi excluída",
        text:
          "Todos os dados que pertenciam a ela foram apagados. Este é o último e‑mail sobre ela.",
        advice: "Não foi você? Proteja sua caixa de e‑mail e entre em contato com o site.",
      },
      "deletion-cancelled": {
        subject: "Sua conta foi mantida",
        text: "Ela não será excluída.",
      },
      "deletion-requested": {
        subject: "Sua conta será excluída em {due}",
        text:
          "Sua sessão foi encerrada em todos os dispositivos. Para manter sua conta, entre antes desse dia.",
      },
      exported: {
        subject: "Uma cópia dos dados da sua conta foi criada",
        text: "Ela contém o que é guardado sobre você, sem senhas nem chaves.",
      },
      "key-created": {
        subject: "Uma chave de API foi criada para a sua conta",
        text: "Programas que a tenham podem agir em seu nome.",
      },
      "new-device": {
        subject: "Novo acesso à sua conta",
        text: "Ele veio de um navegador em que você ainda não havia entrado.",
      },
      "passkey-added": {
        subject: "Uma chave de acesso foi adicionada à sua conta",
        text: "Agora você pode entrar com ela.",
      },
      "passkey-removed": {
        subject: "Uma chave de acesso foi removida da sua conta",
        text: "Você não pode mais entrar com ela.",
      },
      "passkey-renamed": {
        subject: "Uma chave de acesso da sua conta foi renomeada",
        text: "Ela continua funcionando.",
      },
      renamed: {
        subject: "O nome da sua conta foi alterado",
        text: "Nada mais mudou.",
      },
      "sessions-ended": {
        subject: "Dispositivos foram desconectados da sua conta",
        text: "Para usar sua conta neles, será preciso entrar novamente.",
      },
    },
    address: {
      changed: {
        subject: "Seu endereço de e‑mail foi alterado",
        text:
          "Os e‑mails sobre sua conta não chegam mais a este endereço, e você não pode mais entrar com ele.",
        advice:
          "Não foi você? Desfaça a alteração (possível por {time}). Sua conta voltará a ter este endereço e todos os dispositivos serão desconectados.",
        button: "Desfazer esta alteração",
      },
      "changed-for-good": {
        subject: "Seu endereço de e‑mail foi alterado",
        text:
          "O usuário da conta confirmou em duas etapas que perdeu este endereço, por isso a alteração não pode ser desfeita por e‑mail. Você não pode mais entrar com ele.",
        advice: "Não foi você? Entre em contato com o site.",
      },
      "changed-unproven": {
        subject: "Este endereço foi removido de uma conta",
        text: "A conta agora tem outro endereço.",
        advice: "Este endereço nunca foi confirmado. Se a conta é sua, entre nela.",
      },
      restored: {
        subject: "Sua conta voltou a ter este endereço",
        text:
          "A alteração do endereço foi desfeita com o link do nosso e‑mail. Todos os dispositivos foram desconectados. A senha, as chaves de acesso, as contas conectadas e os métodos de verificação em duas etapas adicionados desde a alteração foram removidos.",
        advice:
          "Entre com este endereço, defina uma nova senha se você tinha uma e confira o conteúdo da sua conta.",
      },
      removed: {
        subject: "A alteração de um endereço foi desfeita",
        text:
          "A conta não tem mais este endereço: a pessoa do endereço anterior desfez a alteração.",
        advice: "Se a conta é sua, entre com o endereço anterior.",
      },
      "undo-requested": {
        subject: "A alteração do seu endereço será desfeita",
        text:
          "Alguém no endereço anterior pediu isso. A partir de {due}, a conta pode voltar a ter aquele endereço; o que foi adicionado desde a alteração é então removido.",
        advice:
          "Outra pessoa lê a caixa de correio anterior? Mantenha o novo endereço antes desse horário. Você confirmará em duas etapas.",
        button: "Manter o novo endereço",
      },
      "undo-cancelled": {
        subject: "A alteração do seu endereço foi mantida",
        text:
          "O usuário da conta impediu em duas etapas que a alteração fosse desfeita. O link do nosso e‑mail não funciona mais.",
        advice: "Se você perdeu a conta por causa disso, entre em contato com o site.",
      },
    },
    factors: {
      added: {
        subject: "Um método de verificação em duas etapas foi adicionado",
        text: "A partir de agora, ele pode confirmar um acesso: {factor}.",
      },
      removed: {
        subject: "Um método de verificação em duas etapas foi removido",
        text: "Ele não pode mais confirmar um acesso: {factor}.",
      },
      replaced: {
        subject: "Um método de verificação em duas etapas foi substituído",
        text: "O novo funciona, e o anterior não funciona mais: {factor}.",
      },
      "recovery-used": {
        subject: "Um código de recuperação foi usado",
        text: "Ele confirmou um acesso e não funcionará novamente.",
      },
      "reset-requested": {
        subject: "A verificação em duas etapas será desativada",
        text:
          "Um administrador pediu isso. A partir de {due}, você entrará sem a verificação em duas etapas. Até lá, você pode entrar e cancelar na página da verificação em duas etapas.",
      },
      reset: {
        subject: "A verificação em duas etapas foi desativada",
        text:
          "Um administrador pediu isso. Você entra sem a verificação em duas etapas até adicionar um novo método.",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "Uma senha foi definida para sua conta",
        text: "Agora você pode entrar com seu endereço de e‑mail e esta senha.",
      },
      changed: {
        subject: "Sua senha foi alterada",
        text: "A anterior não funciona mais.",
      },
      removed: {
        subject: "Sua senha foi removida",
        text: "Você não pode mais entrar com ela.",
      },
    },
  },
};
