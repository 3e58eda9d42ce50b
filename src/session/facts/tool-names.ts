/**
 * Tool names of the hosts and what they do, one table. Names are compared in lower case without a namespace such as
 * `functions.`; the MCP form `mcp__server__tool` is looked up by its last part too. Add a host's names here.
 */
import type { ToolCapability } from "./model.ts";

const NAMES: { readonly [capability in ToolCapability]: string } = {
  shell: `bash shell exec_command local_shell shell_command container.exec run_shell_command execute_bash cmdrun run_ipython
    execute_ipython_cell execute terminal run_terminal_cmd run_terminal_command run_in_terminal run_command runcommand
    execute_command exec bash_command powershell developer__shell shell_exec unified_exec process_start ipython python
    code_interpreter run_code execute_code command bashtool write_bash run_tests runtests`,
  write: `write write_file create create_file writefile write_to_file fs_write new_file save_file file_write write_text_file
    create_new_file writetool`,
  edit: `edit edit_file replace multiedit notebookedit notebook_edit str_replace_editor str_replace str_replace_based_edit_tool
    text_editor apply_patch applypatch patch insert edit_notebook search_replace replace_in_file apply_diff insert_content
    strreplacefile str_replace_file fileedit edit_notebook_cell multi_edit delete_file move_file string_replace
    replace_file_content multi_replace_file_content insert_edit_into_file replace_string_in_file reapply delete undo_edit`,
  read: `read view read_file readfile read_many_files readmanyfiles open cat open_file view_file read_text_file read_media_file
    notebookread view_image list_directory ls list_dir listdir readfolder read_folder get_file_contents list_files
    read_mcp_resource goto scroll_down scroll_up listfiles read_bash view_code_item readlints read_lints`,
  search: `grep glob search search_files search_file search_dir find_file file_search codebase_search grep_search find find_by_name
    search_file_content semantic_search list_code_definition_names list_code_usages toolsearch tool_search lsp ripgrep rg globtool
    greptool search_code search_in_files session_search`,
  web: `webfetch websearch web_fetch web_search google_web_search fetch fetch_url fetchurl search_web read_url_content web_search_call
    browser browse browse_interactive browser_navigate browser_action open_url http_request web_extract`,
  agent: `task agent spawn_agent agent_spawn delegate delegate_task subagent dispatch_agent new_task invoke_subagent codebase_investigator
    taskoutput taskstop bashoutput killshell killbash wait_agent send_input close_agent sessions_spawn`,
  skill: `skill activate_skill use_skill skill_view load_skill skill_manage skills_list skilltool invoke_skill`,
  plan: `todowrite todoread todo todo_write write_todos update_plan plan exitplanmode enterplanmode exit_plan_mode task_boundary
    settodolist set_todo_list taskcreate taskupdate tasklist taskget think save_memory report_intent update_todo_list
    askuserquestion ask_user ask_user_question ask_followup_question request_user_input attempt_completion submit finish`,
  other: "",
};

const BY_NAME: ReadonlyMap<string, ToolCapability> = new Map(
  (Object.entries(NAMES) as [ToolCapability, string][]).flatMap(([capability, names]) =>
    names
      .split(/\s+/)
      .filter((name) => name !== "")
      .map((name) => [name, capability] as const),
  ),
);

/** The capability of a name that the table knows. */
export function capabilityOfName(name: string): ToolCapability | undefined {
  const exact = BY_NAME.get(name);
  if (exact !== undefined) return exact;
  const plain = name.trim().toLowerCase().replace(/-/g, "_");
  const direct = BY_NAME.get(plain);
  if (direct !== undefined) return direct;
  const last = /^(?:mcp__.*__|functions[._]|default_api[._:]|tools?[._])(.+)$/.exec(plain)?.[1];
  return last === undefined ? undefined : BY_NAME.get(last);
}
