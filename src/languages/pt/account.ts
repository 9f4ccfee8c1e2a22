/**
 * Portuguese texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "Sua conta",
    groups: {
      profile: "Perfil",
      security: "Segurança",
      devices: "Dispositivos",
      connected: "Contas conectadas",
      data: "Dados",
    },
    status: {
      good: "Sua conta está bem protegida.",
      better: "Adicione a verificação em duas etapas. Leva dois minutos.",
    },
    signOut: "Sair",
    readOnly: "Você está vendo a conta de outra pessoa. Não é possível alterar nada.",
    done: {
      "name": "Seu nome foi alterado.",
      "linked": "A conta foi conectada.",
      "unlinked": "A conta foi desconectada.",
      "passkey-added": "A chave de acesso foi adicionada.",
      "passkey-renamed": "A chave de acesso foi renomeada.",
      "passkey-removed": "A chave de acesso foi removida.",
      "password-removed": "A senha foi removida.",
      "session-ended": "Esse dispositivo foi desconectado.",
      "sessions-ended": "Todos os outros dispositivos foram desconectados.",
    },
    open: {
      delete: "Excluir",
      download: "Baixar",
      manage: "Gerenciar",
      remove: "Remover",
      turnOn: "Ativar",
    },
    name: {
      heading: "Nome",
      none: "Você não tem um nome aqui.",
      title: "Alterar seu nome",
      text: "É assim que você é chamado aqui.",
      label: "Seu nome",
      save: "Salvar",
      invalid: "Use de 1 a 64 caracteres visíveis.",
    },
    address: {
      heading: "Endereço de e‑mail",
      none: "Você não tem endereço de e‑mail.",
      confirmed: "Confirmado",
      open: "Não confirmado",
      change: "Alterar o endereço de e‑mail",
      add: "Adicionar um endereço de e‑mail",
    },
    password: {
      heading: "Senha",
      since: "Definida em {date}",
      none: "Você não tem senha.",
      change: "Alterar a senha",
      set: "Definir uma senha",
      remove: "Remover a senha",
    },
    passkeys: {
      heading: "Chaves de acesso",
      none: "Você não tem chaves de acesso.",
      unnamed: "Chave de acesso",
      added: "Adicionada em {date}",
      synced: "Sincronizada entre seus dispositivos",
      single: "Somente em um dispositivo",
      change: "Alterar",
      changeOf: "Alterar: {name}",
      add: "Adicionar uma chave de acesso",
      noScript:
        "Para adicionar chaves de acesso, é preciso JavaScript. Ative-o para adicionar uma.",
      unsupported: "Este navegador não pode usar chaves de acesso aqui.",
      errors: {
        failed: "Não funcionou. Tente novamente.",
        NotAllowedError: "Nenhuma chave de acesso foi adicionada. Tente novamente.",
        InvalidStateError: "Este dispositivo já tem uma chave de acesso para esta conta.",
        SecurityError: "As chaves de acesso não funcionam neste endereço.",
        TooManyRequests: "Muitas tentativas. Aguarde um pouco e tente novamente.",
      },
    },
    factors: {
      heading: "Verificação em duas etapas",
      none:
        "A verificação em duas etapas está desativada. Ative-a, para que uma senha roubada não baste para entrar.",
      count: { one: "Ativada: {count} método.", other: "Ativada: {count} métodos." },
      manage: "Gerenciar a verificação em duas etapas",
    },
    accounts: {
      none: "Nenhuma conta está conectada.",
      unlink: "Desconectar",
      unlinkOf: "Desconectar {name}",
      link: "Conectar {name}",
      another: "Conectar outra conta",
      more: "Mais opções",
    },
    sessions: {
      device: "{browser} em {system}",
      unknownOn: "Navegador desconhecido em {system}",
      unknown: "Navegador desconhecido",
      current: "Este navegador",
      seen: "Último uso: {when}",
      active: "Ativo agora",
      signedIn: "Sessão iniciada em {date}",
      more: { one: "Mostrar mais {count}", other: "Mostrar mais {count}" },
      end: "Sair",
      endOf: "Sair: {name}",
      endOfAt: "Sair: {name}, {place}",
      endOthers: "Sair de todos os outros dispositivos",
    },
    copy: {
      heading: "Seus dados",
      text: "Baixe uma cópia do que é guardado sobre você.",
      open: "Baixar seus dados",
    },
    removal: {
      heading: "Excluir sua conta",
      text: "Sua conta é excluída com tudo o que pertence a ela.",
      open: "Excluir a conta",
    },
    one: {
      sessions: {
        heading: "Sair de todos os outros dispositivos?",
        text: "Para usar sua conta neles, será preciso entrar de novo.",
        submit: "Sair de todos os outros dispositivos",
      },
      passkey: {
        label: "Nome da chave de acesso",
        save: "Salvar",
        text:
          "Sem esta chave de acesso, você entra com seus outros métodos. Seu dispositivo pode mantê-la até que você a exclua nele.",
        remove: "Remover a chave de acesso",
      },
      account: {
        heading: "Desconectar {name}?",
        text: "Depois disso, você não poderá mais entrar com esta conta.",
        submit: "Desconectar",
      },
      password: {
        heading: "Remover a senha",
        text: "Depois disso, você entra com seus outros métodos.",
        submit: "Remover a senha",
      },
      export: {
        heading: "Baixar seus dados",
        text:
          "O arquivo contém o que é guardado sobre você, suas formas de entrar e seus dispositivos. Ele não contém senhas nem chaves.",
        submit: "Baixar o arquivo",
      },
      delete: {
        heading: "Excluir sua conta",
        text:
          "Isso não pode ser desfeito. Sua conta é excluída imediatamente, com tudo o que pertence a ela:",
        textLater:
          "Sua sessão será encerrada em todos os dispositivos. Até {date}, você pode entrar e manter sua conta. Depois, ela é excluída, com tudo o que pertence a ela:",
        gone: {
          profile: "Seu nome e seu endereço de e‑mail",
          ways: "Sua senha, suas chaves de acesso e suas contas conectadas",
          data: "Tudo o que este site guarda com sua conta",
        },
        label: "Para confirmar, digite {text}",
        submit: "Excluir a conta definitivamente",
        submitLater: "Excluir a conta",
        different: "Não corresponde. Digite {text}.",
        obstacles:
          "Você é o único proprietário destas organizações. Antes de excluir sua conta, transfira‑as ou exclua‑as:",
      },
      stale: "Confirme primeiro sua identidade.",
      prove: "Confirmar minha identidade",
      last: "Esta é sua única forma de entrar. Adicione outra antes de removê-la.",
    },
    pending: {
      heading: "Sua conta será excluída em {date}",
      text: "Você pediu isso. Se mantiver {account}, nada será perdido.",
      keep: "Manter minha conta",
      leave: "Sair",
    },
    leaving: {
      heading: "Sua conta será excluída em {date}",
      text:
        "Sua sessão foi encerrada em todos os dispositivos. Se mudar de ideia, entre antes desse dia.",
      back: "Entrar e manter a conta",
    },
    deleted: {
      heading: "Sua conta foi excluída",
      text: "Tudo o que pertencia a ela foi apagado, e sua sessão foi encerrada.",
    },
  },
  factors: {
    title: "Verificação em duas etapas",
    isProtected:
      "A verificação em duas etapas está ativada. O acesso é confirmado com um destes métodos.",
    isOpen:
      "A verificação em duas etapas está desativada. Ative-a, para que uma senha roubada não baste para entrar.",
    enrolled: "Seus métodos",
    added: "Adicionado em {date}",
    used: "último uso em {date}",
    neverUsed: "ainda não usado",
    left: { one: "{count} código restante", other: "{count} códigos restantes" },
    leftNone: "nenhum código restante",
    few: "Restam poucos códigos de recuperação. Crie novos.",
    change: "Alterar",
    changeOf: "Alterar: {name}",
    add: "Adicionar um método",
    addOne: "Adicionar: {name}",
    none:
      "Depois desta forma de entrar, você não pode adicionar um método. Primeiro, entre de outra forma.",
    hint:
      "Crie também códigos de recuperação. Sem eles, você não poderá entrar se perder seu dispositivo.",
    stale: "Para alterar seus métodos, confirme sua identidade.",
    prove: "Confirmar minha identidade",
    done: {
      added: "Adicionado: {name}.",
      renamed: "O nome foi alterado.",
      removed: "O método foi removido.",
      needed:
        "A página que você solicitou exige a verificação em duas etapas. Assim que adicionar um método, você irá para ela.",
      "reset-cancelled": "A remoção foi cancelada. Seus métodos permanecem.",
    },
    reset: {
      text:
        "Um administrador pediu a remoção de todos eles. Ela entra em vigor em {date} (UTC). Se você não pediu isso, cancele.",
      cancel: "Cancelar a remoção",
    },
    one: {
      name: "Nome",
      rename: "Salvar",
      invalidName: "Use de 1 a 64 caracteres visíveis.",
      replace: "Criar novos",
      replaceText: "Os novos substituem os que você tem.",
      remove: "Remover",
      removeText: "Você não poderá mais se verificar com este método.",
      ask: "Remover {name}?",
      obstacles: {
        required:
          "Este site pede a verificação em duas etapas, e este é seu último método. Primeiro, adicione outro.",
        "locked-out":
          "Os outros métodos não podem confirmar sua forma de entrar, e você não conseguiria mais entrar. Primeiro, adicione outro ou remova os demais.",
      },
      back: "Voltar para a verificação em duas etapas",
    },
    codes: {
      heading: "Guarde seus códigos de recuperação",
      text:
        "Com eles você entra quando não pode usar seus outros métodos. Guarde-os onde possa encontrá-los sem este dispositivo. Cada um funciona uma única vez. Eles não serão mostrados novamente.",
      list: "Códigos de recuperação",
      save: "Baixar",
      print: "Imprimir",
      saved: "Guardei estes códigos",
      done: "Concluir",
    },
  },
};
