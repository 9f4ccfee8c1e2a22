/**
 * Pages of organizations, and emails about them, in Brazilian Portuguese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "Suas organizações",
  row: {
    heading: "Organizações",
    none: "Você não faz parte de nenhuma organização.",
    open: "Gerenciar organizações",
  },
  owner: "Proprietário",
  none:
    "Você não faz parte de nenhuma organização. Para entrar em uma, abra o link do convite que receber.",
  since: "Membro desde {date}",
  create: {
    heading: "Criar uma organização",
    name: "Nome",
    slug: "Nome nos endereços da web",
    rules: "De 1 a 63 letras minúsculas, números e hifens. O hífen não fica no início nem no fim.",
    submit: "Criar a organização",
  },
  members: {
    heading: "Membros",
    you: "Você",
    managed: "Gerenciado por um diretório",
    more: "Mais membros",
    first: "Primeiros membros",
    settings: "Configurações",
    leave: "Sair da organização",
  },
  member: {
    role: "Função",
    removeText: "Quem é removido não pode mais abrir o que pertence à organização.",
    remove: "Remover da organização",
    transfer: "Transferir a propriedade para este membro",
  },
  invitations: {
    heading: "Convites",
    invite: "Convidar por e‑mail",
    submit: "Enviar o convite",
    until: "Válido até {date}",
    cancel: "Cancelar",
    cancelOf: "Cancelar: convite para {email}",
  },
  leave: {
    heading: "Sair de {organization}?",
    text: "Você não poderá mais abrir o que pertence a ela. Para voltar, precisará de um convite.",
    submit: "Sair da organização",
  },
  settings: {
    title: "Configurações de {organization}",
    back: "Voltar para {organization}",
    nameTitle: "Alterar o nome",
    slugTitle: "Alterar o nome nos endereços da web",
    slugText: "Os links com o nome atual deixarão de funcionar.",
    policy: "Regras para entrar",
    policyNone: "Os membros podem entrar de qualquer forma.",
    demands: {
      methods: "Formas de verificação: {list}",
      providers: "Entrada com: {list}",
      domains: "Endereços de e‑mail em: {list}",
      proofMaxAge: "Nova verificação após: {time}",
      sessionMaxAge: "Nova entrada após: {time}",
    },
  },
  transfer: {
    heading: "Transferir a propriedade?",
    text:
      "O novo proprietário poderá fazer tudo em {organization} e também remover você. Você não poderá desfazer isso sem ajuda.",
    member: "Novo proprietário",
    becomes: "Sua função a partir de então",
    submit: "Transferir a propriedade",
    none: "Não há outro membro. Convide alguém primeiro.",
  },
  delete: {
    heading: "Excluir {organization}",
    text: "Isto não pode ser desfeito. A organização é excluída imediatamente, com:",
    gone: {
      members: "Todas as participações, inclusive a sua",
      invitations: "Todos os convites",
      slug: "Seu nome nos endereços da web, que fica livre para outros",
    },
    row: "Excluir a organização",
    submit: "Excluir a organização permanentemente",
  },
  invitation: {
    heading: "Entrar em {organization}?",
    text: "{inviter} convida você para ser membro.",
    textOfApp: "Você recebeu um convite para ser membro.",
    role: "Sua função",
    address: "Endereço convidado",
    accept: "Aceitar o convite",
    signIn: "Entre com o endereço convidado. Depois você poderá aceitar o convite.",
    another:
      "Você entrou como {account}. Só o endereço convidado pode aceitar: saia e entre com ele.",
    unproven: "Sua conta não confirmou o endereço convidado. Confirme‑o e abra o link de novo.",
    ended: "Este convite não é mais válido",
    endedText: "Ele foi usado ou cancelado, ou expirou. Peça um novo à organização.",
  },
  done: {
    created: "A organização foi criada.",
    updated: "A alteração foi salva.",
    invited: "O convite foi enviado.",
    cancelled: "O convite foi cancelado.",
    role: "A função foi alterada.",
    removed: "O membro foi removido.",
    left: "Você saiu da organização.",
    joined: "Agora você é membro.",
    transferred: "A propriedade foi transferida.",
    deleted: "A organização foi excluída.",
  },
  refused: "Você não pode abrir esta organização agora",
  reasons: {
    "domain-not-allowed": "Seu endereço de e‑mail não é um dos desta organização.",
    forbidden: "Sua função não permite isso.",
    "invitation-expired": "Este convite não é mais válido.",
    "invitation-other-address": "Este convite é para outro endereço de e‑mail.",
    "inviter-lost-right":
      "A pessoa que convidou você não pode mais fazer isso. Peça um novo convite.",
    "last-owner": "Uma organização precisa de um proprietário. Transfira a propriedade primeiro.",
    "not-member": "Esse membro não existe mais.",
    "proof-too-weak": "Confirme sua identidade antes.",
    "provider-required": "Use a entrada da sua organização.",
    "role-beyond-own": "Sua função não permite dar nem retirar esta função.",
    "session-too-old": "Entre de novo.",
    "slug-taken": "Outra organização tem este nome nos endereços da web. Escolha outro.",
    "too-many": "Foram vezes demais. Tente mais tarde.",
  },
  faults: {
    email: "Digite um endereço de e‑mail.",
    slug: "Este nome não pode ser usado em endereços da web.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "Você é membro de {organization}",
    text: "Sua função é: {role}.",
    advice: "Se você não conhece a organização, saia dela.",
    button: "Abrir a organização",
  },
  deleted: {
    subject: "{organization} foi excluída",
    text: "Você não é mais membro, e seus convites para ela não são mais válidos.",
    advice: "Em caso de dúvidas, fale com os outros proprietários da organização.",
    button: "Suas organizações",
  },
  invitation: {
    subject: "Convite para {organization}",
    text: "Sua função será: {role}. O convite é para este endereço e termina em 7 dias.",
    advice: "Se você não conhece a organização, ignore este e‑mail.",
    button: "Ver o convite",
  },
  "ownership-moved": {
    subject: "{organization} tem outro proprietário",
    text: "Sua função agora é: {role}.",
    advice: "Em caso de dúvidas, fale com um proprietário da organização.",
    button: "Abrir a organização",
  },
  removed: {
    subject: "Você não é mais membro de {organization}",
    text: "Você não pode mais abrir o que pertence a ela.",
    advice: "Em caso de dúvidas, fale com um proprietário da organização.",
    button: "Suas organizações",
  },
  "role-changed": {
    subject: "Sua função em {organization} mudou",
    text: "Agora é: {role}.",
    advice: "Em caso de dúvidas, fale com um proprietário da organização.",
    button: "Abrir a organização",
  },
};
