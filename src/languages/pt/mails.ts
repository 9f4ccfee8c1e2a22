/**
 * Portuguese texts of mails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

const account =
  "Se não foi você, outra pessoa pode ter acesso à sua conta: entre, encerre todas as outras sessões e confira suas formas de entrar.";
const factors =
  "Se não foi você, outra pessoa pode ter acesso à sua conta: entre, confira seus métodos de verificação e altere sua senha.";
const passwords =
  "Se não foi você, outra pessoa pode ter acesso à sua conta ou à sua caixa de e-mail: proteja sua caixa de e-mail, entre com um link por e-mail e defina uma nova senha.";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Entrar em {host}",
      button: "Entrar",
      signUp: { subject: "Confirme seu endereço para {host}", button: "Confirmar o endereço" },
      password: { subject: "Redefina sua senha de {host}", button: "Escolher uma nova senha" },
      code: "Ou digite este código no navegador em que o solicitou (válido por {time}):",
      expires: "O link funciona uma única vez e é válido por {time}.",
      ignore: "Se você não solicitou este e-mail, ignore-o.",
      secret: "Não compartilhe este código com ninguém.",
    },
    factorCode: {
      subject: "Seu código para {host}",
      text:
        "{code}\n\nDigite este código em {host}. Ele é válido por {time}. Não o compartilhe com ninguém.\n\nSe você não está entrando agora, outra pessoa pode saber sua senha: altere-a.\n",
    },
    addressCode: {
      subject: "Seu código para {host}",
      text:
        "{code}\n\nDigite este código em {host} para confirmar este endereço. Ele é válido por {time}. Não o compartilhe com ninguém.\n\nSe você não solicitou isso, ignore este e-mail: nada muda.\n",
    },
    addressTaken: {
      subject: "Seu endereço já está em uso em {host}",
      text:
        "Outra conta receberia este endereço, mas ele já pertence a uma conta em {host}. Entre com este endereço para usá-la.\n\nSe você não solicitou isso, ignore este e-mail: nada muda.\n",
    },
  },
  notices: {
    at: "Horário: {at}",
    account: {
      "account-linked": {
        subject: "Uma conta foi vinculada à sua",
        text: "Agora você pode entrar com ela: {provider}.",
        advice: account,
      },
      "account-unlinked": {
        subject: "Uma conta vinculada foi removida da sua",
        text: "Você não pode mais entrar com ela: {provider}.",
        advice: account,
      },
      deleted: {
        subject: "Sua conta foi excluída",
        text:
          "Todos os dados que pertenciam a ela foram apagados. Este é o último e-mail sobre ela.",
        advice: "Se não foi você, proteja sua caixa de e-mail e escreva ao responsável pelo site.",
      },
      exported: {
        subject: "Uma cópia dos dados da sua conta foi criada",
        text: "Ela contém o que é guardado sobre você, sem senhas nem chaves.",
        advice: account,
      },
      "passkey-added": {
        subject: "Uma chave de acesso foi adicionada à sua conta",
        text: "Agora você pode entrar com ela.",
        advice: account,
      },
      "passkey-removed": {
        subject: "Uma chave de acesso foi removida da sua conta",
        text: "Você não pode mais entrar com ela.",
        advice: account,
      },
      "passkey-renamed": {
        subject: "Uma chave de acesso da sua conta foi renomeada",
        text: "Ela abre sua conta como antes.",
        advice: account,
      },
      renamed: {
        subject: "O nome da sua conta foi alterado",
        text: "Você entra como antes.",
        advice: account,
      },
      "sessions-ended": {
        subject: "Sessões da sua conta foram encerradas",
        text: "Onde elas estavam abertas, será preciso entrar novamente.",
        advice: account,
      },
    },
    address: {
      "changed": {
        subject: "O endereço da sua conta foi alterado",
        text:
          "Os e-mails sobre sua conta não chegam mais a este endereço, e ele não abre mais a conta.",
        advice:
          "Se não foi você, abra este link para desfazer a alteração. Ele é válido por {time}. Sua conta voltará a ter este endereço e todos os navegadores serão desconectados:\n\n{url}",
        button: "Desfazer a alteração",
      },
      "changed-for-good": {
        subject: "O endereço da sua conta foi alterado",
        text:
          "O usuário da conta confirmou em duas etapas que perdeu este endereço, por isso a alteração não pode ser desfeita por e-mail. Este endereço não abre mais a conta.",
        advice: "Se não foi você, escreva para o responsável pelo site.",
      },
      "undo-requested": {
        subject: "A alteração do seu endereço será desfeita",
        text:
          "Alguém no endereço anterior pediu isso. A partir de {due}, a conta pode voltar a ter aquele endereço; o que foi adicionado desde a alteração é então removido.",
        advice:
          "Se outra pessoa lê a caixa de correio anterior, abra esta página antes desse horário e mantenha o novo endereço. Você confirmará em duas etapas:\n\n{url}",
        button: "Manter o novo endereço",
      },
      "undo-cancelled": {
        subject: "A alteração do seu endereço foi mantida",
        text:
          "O usuário da conta impediu em duas etapas que a alteração fosse desfeita. O link do nosso e-mail não funciona mais.",
        advice: "Se você perdeu a conta por causa disso, escreva para o responsável pelo site.",
      },
      "changed-unproven": {
        subject: "Este endereço foi removido de uma conta",
        text: "A conta agora tem outro endereço.",
        advice: "Este endereço nunca foi confirmado. Se a conta é sua, entre nela.",
      },
      "restored": {
        subject: "Sua conta voltou a ter este endereço",
        text:
          "A alteração do endereço foi desfeita com o link do nosso e-mail. Todos os navegadores foram desconectados. A senha, as chaves de acesso, as contas vinculadas e os métodos de verificação adicionados desde a alteração foram removidos.",
        advice:
          "Entre com este endereço, defina uma nova senha se você tinha uma e confira o conteúdo da sua conta.",
      },
      "removed": {
        subject: "A alteração de um endereço foi desfeita",
        text:
          "A conta não tem mais este endereço: a pessoa do endereço anterior desfez a alteração.",
        advice: "Se a conta é sua, entre com o endereço anterior.",
      },
    },
    factors: {
      added: {
        subject: "Um método de verificação foi adicionado à sua conta",
        text: "A partir de agora, ele pode confirmar um acesso: {factor}.",
        advice: factors,
      },
      removed: {
        subject: "Um método de verificação foi removido da sua conta",
        text: "Ele não pode mais confirmar um acesso: {factor}.",
        advice: factors,
      },
      replaced: {
        subject: "Um método de verificação da sua conta foi substituído",
        text: "Ele é novo, e o anterior não funciona mais: {factor}.",
        advice: factors,
      },
      "recovery-used": {
        subject: "Um código de recuperação da sua conta foi usado",
        text: "Ele confirmou um acesso e não funcionará novamente.",
        advice: factors,
      },
      "reset-requested": {
        subject: "Todos os métodos de verificação da sua conta serão removidos",
        text:
          "Um administrador pediu isso. A remoção entra em vigor em {due}. Depois disso, não será pedida uma segunda etapa até que você configure uma nova.",
        advice:
          "Se você não pediu isso, entre antes desse horário e cancele na página dos seus métodos de verificação.",
      },
      reset: {
        subject: "Todos os métodos de verificação da sua conta foram removidos",
        text:
          "Um administrador pediu isso. Não será pedida uma segunda etapa até que você configure uma nova.",
        advice: factors,
      },
    },
    passwords: {
      set: {
        subject: "Uma senha foi definida para sua conta",
        text: "Agora você pode entrar com seu endereço de e-mail e esta senha.",
        advice: passwords,
      },
      changed: {
        subject: "A senha da sua conta foi alterada",
        text: "A anterior não funciona mais.",
        advice: passwords,
      },
      removed: {
        subject: "A senha da sua conta foi removida",
        text: "Você não pode mais entrar com ela.",
        advice: passwords,
      },
    },
  },
};
