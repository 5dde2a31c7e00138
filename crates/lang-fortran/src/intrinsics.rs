//! Names that the language itself gives: intrinsic procedures and modules.

/// Functions that need no declaration, the standard's and those `gfortran` adds.
const FUNCTIONS: &str = "abs achar acos acosd acosh adjustl adjustr aimag aint all allocated anint any asin asind asinh \
    associated atan atan2 atan2d atan2pi atand atanh atanpi bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 bessel_yn \
    bge bgt bit_size ble blt btest c_associated c_funloc c_loc c_sizeof ceiling char cmplx command_argument_count \
    compiler_options compiler_version conjg cos cosd cosh coshape count cshift dble digits dim dot_product dprod dshiftl \
    dshiftr eoshift epsilon erf erfc erfc_scaled exp exponent extends_type_of failed_images findloc floor fraction gamma \
    get_team huge hypot iachar iall iand iany ibclr ibits ibset ichar ieor image_index image_status index int ior iparity \
    is_contiguous is_iostat_end is_iostat_eor ishft ishftc kind lbound lcobound leadz len len_trim lge lgt lle llt log \
    log10 log_gamma logical maskl maskr matmul max maxexponent maxloc maxval merge merge_bits min minexponent minloc \
    minval mod modulo nearest new_line nint norm2 not null num_images out_of_range pack parity popcnt poppar precision \
    present product radix range rank real reduce repeat reshape rrspacing same_type_as scale scan selected_char_kind \
    selected_int_kind selected_logical_kind selected_real_kind set_exponent shape shifta shiftl shiftr sign sin sind sinh \
    size spacing spread sqrt stopped_images storage_size sum tan tand tanh team_number this_image tiny trailz transfer \
    transpose trim ubound ucobound unpack verify alog alog10 amax0 amax1 amin0 amin1 amod cabs ccos cexp clog csin csqrt \
    dabs dacos dasin datan datan2 dconjg dcos dcosh ddim dexp dimag dint dlog dlog10 dmax1 dmin1 dmod dnint dsign dsin \
    dsinh dsqrt dtan dtanh dreal dfloat dcmplx float iabs idim idint idnint ifix isign max0 max1 min0 min1 sngl zabs zcos \
    zexp zlog zsin zsqrt dacosh dasinh datanh dgamma dlgama lgamma algama derf derfc besj0 besj1 besjn besy0 besy1 besyn \
    access chmod complex ctime dtime etime fdate fget fgetc fnum fput fputc fseek ftell getarg getcwd getenv getgid \
    getlog getpid getuid hostnm iargc ierrno imag imagpart int2 int8 irand isatty isnan itime kill link lnblnk loc long lstat \
    lshift malloc mclock mclock8 rand ran realpart rename rshift second secnds short signal sizeof stat symlnk system \
    time time8 ttynam umask unlink xor and or dcosd dsind dtand cotan cotand dcotan event_query";

/// Subroutines that need no declaration.
const SUBROUTINES: &str = "abort alarm atomic_add atomic_and atomic_cas atomic_define atomic_fetch_add atomic_fetch_and \
    atomic_fetch_or atomic_fetch_xor atomic_or atomic_ref atomic_xor c_f_pointer c_f_procpointer chdir co_broadcast co_max \
    co_min co_reduce co_sum cpu_time ctime date_and_time dtime etime event_query execute_command_line exit fdate fget \
    fgetc flush fput fputc free fseek fstat ftell gerror get_command get_command_argument get_environment_variable getarg \
    getcwd getenv getlog gmtime hostnm idate itime kill link lstat ltime move_alloc mvbits perror random_init \
    random_number random_seed rename second signal sleep split srand stat symlnk system system_clock time ttynam umask \
    unlink backtrace tokenize";

const ISO_FORTRAN_ENV: &str = "atomic_int_kind atomic_logical_kind character_kinds character_storage_size \
    compiler_options compiler_version current_team error_unit event_type file_storage_size initial_team input_unit \
    int16 int32 int64 int8 integer_kinds iostat_end iostat_eor iostat_inquire_internal_unit lock_type logical_kinds \
    logical8 logical16 logical32 logical64 numeric_storage_size output_unit parent_team real128 real16 real32 real64 \
    real_kinds stat_failed_image stat_locked stat_locked_other_image stat_stopped_image stat_unlocked \
    stat_unlocked_failed_image team_type notify_type";

const ISO_C_BINDING: &str = "c_alert c_associated c_backspace c_bool c_carriage_return c_char c_double c_double_complex \
    c_f_pointer c_f_procpointer c_f_strpointer c_float c_float128 c_float128_complex c_float_complex c_form_feed c_funloc \
    c_funptr c_horizontal_tab c_int c_int128_t c_int16_t c_int32_t c_int64_t c_int8_t c_int_fast128_t c_int_fast16_t \
    c_int_fast32_t c_int_fast64_t c_int_fast8_t c_int_least128_t c_int_least16_t c_int_least32_t c_int_least64_t \
    c_int_least8_t c_intmax_t c_intptr_t c_loc c_long c_long_double c_long_double_complex c_long_long c_new_line \
    c_null_char c_null_funptr c_null_ptr c_ptr c_ptrdiff_t c_short c_signed_char c_size_t c_sizeof c_vertical_tab \
    f_c_string";

const IEEE_EXCEPTIONS: &str = "ieee_all ieee_divide_by_zero ieee_flag_type ieee_get_flag ieee_get_halting_mode \
    ieee_get_modes ieee_get_status ieee_inexact ieee_invalid ieee_modes_type ieee_overflow ieee_set_flag \
    ieee_set_halting_mode ieee_set_modes ieee_set_status ieee_status_type ieee_support_flag ieee_support_halting \
    ieee_underflow ieee_usual";

const IEEE_ARITHMETIC: &str = "ieee_away ieee_class ieee_class_type ieee_copy_sign ieee_down ieee_fma \
    ieee_get_rounding_mode ieee_get_underflow_mode ieee_int ieee_is_finite ieee_is_nan ieee_is_negative ieee_is_normal \
    ieee_logb ieee_max_num ieee_min_num ieee_nearest ieee_negative_denormal ieee_negative_inf ieee_negative_normal \
    ieee_negative_subnormal ieee_negative_zero ieee_next_after ieee_next_down ieee_next_up ieee_other ieee_other_value \
    ieee_positive_denormal ieee_positive_inf ieee_positive_normal ieee_positive_subnormal ieee_positive_zero \
    ieee_quiet_nan ieee_real ieee_rem ieee_rint ieee_round_type ieee_scalb ieee_selected_real_kind \
    ieee_set_rounding_mode ieee_set_underflow_mode ieee_signaling_nan ieee_signbit ieee_support_datatype \
    ieee_support_denormal ieee_support_divide ieee_support_inf ieee_support_io ieee_support_nan ieee_support_rounding \
    ieee_support_sqrt ieee_support_standard ieee_support_subnormal ieee_support_underflow_control ieee_to_zero \
    ieee_unordered ieee_up ieee_value";

const IEEE_FEATURES: &str = "ieee_datatype ieee_denormal ieee_divide ieee_features_type ieee_halting \
    ieee_inexact_flag ieee_inf ieee_invalid_flag ieee_nan ieee_rounding ieee_sqrt ieee_subnormal ieee_underflow_flag";

const OMP_LIB: &str = "omp_allocator_handle_kind omp_destroy_lock omp_destroy_nest_lock omp_get_active_level \
    omp_get_ancestor_thread_num omp_get_cancellation omp_get_default_device omp_get_dynamic omp_get_initial_device \
    omp_get_level omp_get_max_active_levels omp_get_max_task_priority omp_get_max_threads omp_get_nested \
    omp_get_num_devices omp_get_num_places omp_get_num_procs omp_get_num_teams omp_get_num_threads omp_get_proc_bind \
    omp_get_schedule omp_get_supported_active_levels omp_get_team_num omp_get_team_size omp_get_thread_limit \
    omp_get_thread_num omp_get_wtick omp_get_wtime omp_in_final omp_in_parallel omp_init_lock omp_init_nest_lock \
    omp_is_initial_device omp_lock_kind omp_nest_lock_kind omp_proc_bind_kind omp_sched_kind omp_set_default_device \
    omp_set_dynamic omp_set_lock omp_set_max_active_levels omp_set_nest_lock omp_set_nested omp_set_num_threads \
    omp_set_schedule omp_test_lock omp_test_nest_lock omp_unset_lock omp_unset_nest_lock openmp_version";

fn among(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|word| word == name)
}

pub(crate) struct Intrinsics {
    functions: rustc_hash::FxHashSet<&'static str>,
    subroutines: rustc_hash::FxHashSet<&'static str>,
}

impl Intrinsics {
    pub fn new() -> Self {
        Self {
            functions: FUNCTIONS.split_ascii_whitespace().collect(),
            subroutines: SUBROUTINES.split_ascii_whitespace().collect(),
        }
    }

    pub fn is_function(&self, name: &str) -> bool {
        self.functions.contains(name)
    }

    /// Whether a call may change its arguments: only subroutines do.
    pub fn changes_arguments(name: &str) -> bool {
        among(SUBROUTINES, name)
    }

    pub fn is_subroutine(&self, name: &str) -> bool {
        self.subroutines.contains(name)
    }
}

/// Whether the language gives a procedure of this name.
pub fn is_intrinsic(name: &str) -> bool {
    among(FUNCTIONS, name) || among(SUBROUTINES, name)
}

/// Whether the language gives a module of this name.
pub fn is_intrinsic_module(name: &str) -> bool {
    module(&name.to_ascii_lowercase()).is_some()
}

/// What an intrinsic module makes public; `None` where the name is no intrinsic module's.
pub(crate) fn module(name: &str) -> Option<Vec<&'static str>> {
    let lists: &[&'static str] = match name {
        "iso_fortran_env" => &[ISO_FORTRAN_ENV],
        "iso_c_binding" => &[ISO_C_BINDING],
        "ieee_exceptions" => &[IEEE_EXCEPTIONS],
        "ieee_arithmetic" => &[IEEE_EXCEPTIONS, IEEE_ARITHMETIC],
        "ieee_features" => &[IEEE_FEATURES],
        "omp_lib" | "omp_lib_kinds" => &[OMP_LIB],
        _ => return None,
    };
    Some(
        lists
            .iter()
            .flat_map(|l| l.split_ascii_whitespace())
            .collect(),
    )
}
