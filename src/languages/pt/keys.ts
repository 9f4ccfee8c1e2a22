/**
 * Page of API keys, in Brazilian Portuguese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const keys: Texts["keys"] = {
  title: "Suas chaves de API",
  text: "Com uma chave, um programa pode agir em seu nome. Dê a cada programa uma chave própria.",
  row: {
    heading: "Chaves de API",
    none: "Você não tem chaves de API.",
    open: "Gerenciar chaves de API",
  },
  created: "Criada em {date}",
  used: "Último uso em {date}",
  neverUsed: "Ainda não usada",
  expires: "Válida até {date}",
  endless: "Não expira",
  replaced: "Substituída, ainda válida até {date}",
  all: "Tudo o que você pode fazer",
  create: {
    heading: "Criar uma chave",
    name: "Nome",
    scopes: "A chave pode fazer isto",
    days: "Dias de validade",
    submit: "Criar a chave",
  },
  made: {
    heading: "Sua nova chave",
    text: "Copie-a agora e guarde-a em um lugar seguro. Ela não será mostrada de novo.",
    key: "Chave de API",
    done: "Concluir",
  },
  rotate: {
    act: "Substituir",
    actOf: "Substituir: {name}",
    heading: "Substituir {name}?",
    text: "Você recebe uma nova chave que pode fazer o mesmo. A atual é válida até {date}.",
    submit: "Criar a nova chave",
  },
  revoke: {
    act: "Revogar",
    actOf: "Revogar: {name}",
    heading: "Revogar {name}?",
    text:
      "Os programas que têm esta chave não poderão mais agir em seu nome. Isso não pode ser desfeito.",
    submit: "Revogar a chave",
  },
  done: {
    made: "A chave foi criada. Ela foi mostrada uma vez; se você não a copiou, substitua-a.",
    revoked: "A chave foi revogada.",
  },
  reasons: {
    forbidden: "Você mesmo não pode fazer tudo isso.",
    rotated: "Esta chave já foi substituída.",
    "too-many": "Você tem chaves demais. Revogue uma de que não precisa.",
    unknown: "Esta chave não existe mais.",
  },
  faults: {
    scopes: "Escolha o que a chave pode fazer.",
    expiresIn: "Digite um número de dias de 1 a 3650.",
  },
};
